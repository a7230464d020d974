import { describe, expect, it, vi } from 'vitest';
import { EarlySocket, firstWords } from './early-socket';

describe('what a page is certain to ask first', () => {
  it('is the list of games in the lobby, and the game on its page', () => {
    expect(firstWords('/')).toEqual(['{"type":"watch_lobby","brief":"newest"}']);
    expect(firstWords('/g/0123456789ab')).toEqual(['{"type":"join","room":"0123456789ab","seen":null}']);
    expect(firstWords('/g/0123456789ab/')).toEqual(firstWords('/g/0123456789ab'));
  });

  it('is nothing anywhere else', () => {
    for (const path of ['/watch', '/games', '/bots', '/analysis', '/g/', '/g', '/else']) {
      expect(firstWords(path), path).toEqual([]);
    }
  });
});

describe('a socket that is opened early', () => {
  it('speaks as soon as it is open, and does not say the same again', () => {
    const { world, socket } = opened(['first']);
    expect(world.sent).toEqual([]);
    world.onopen?.();
    expect(world.sent).toEqual(['first']);
    socket.send('first');
    socket.send('second');
    socket.send('first');
    expect(world.sent).toEqual(['first', 'second', 'first']);
  });

  it('keeps what it hears until somebody listens, with the moment it came', () => {
    const { world, socket, heard } = opened([]);
    world.hear('a', 5);
    world.hear('b', 7);
    expect(heard).toEqual([]);
    socket.listen();
    expect(heard).toEqual(['a 5', 'b 7']);
    world.hear('c', 9);
    expect(heard).toEqual(['a 5', 'b 7', 'c 9']);
  });

  it('tells of an end that came before anybody listened', () => {
    const { world, socket } = opened([]);
    const onclose = vi.fn();
    socket.onclose = onclose;
    world.onclose?.({ code: 1006 });
    expect(onclose).not.toHaveBeenCalled();
    socket.listen();
    expect(onclose).toHaveBeenCalledWith({ code: 1006 });
  });

  it('is given up when nobody comes to listen', () => {
    const { world } = opened([]);
    for (let count = 0; count < 100; count += 1) {
      world.hear('more', count);
    }
    expect(world.isClosed).toBe(false);
    world.hear('too much', 100);
    expect(world.isClosed).toBe(true);
  });
});

/** A socket with the world's end of it in the hands of the test. */
function opened(words: readonly string[]) {
  const world = {
    sent: [] as string[],
    isClosed: false,
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string; timeStamp: number }) => void) | null,
    onclose: null as ((event: { code: number }) => void) | null,
    send: (text: string) => void world.sent.push(text),
    close: () => (world.isClosed = true),
    hear: (data: string, timeStamp: number) => world.onmessage?.({ data, timeStamp }),
  };
  const socket = new EarlySocket(world as unknown as WebSocket, words);
  const heard: string[] = [];
  socket.onmessage = ({ data, timeStamp }) => void heard.push(`${data as string} ${timeStamp}`);
  return { world, socket, heard };
}
