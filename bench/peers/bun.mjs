// Bun's own server, which publishes to a topic without going through JavaScript for each who hears it.
// `bun bun.mjs EVENT_BYTES`
import { GUEST, Hall } from './hall.mjs';

const hall = new Hall(
  Number(process.argv[2]),
  (line, room) => line.socket.subscribe(room),
  (room, text) => server.publish(room, text),
);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request, server) {
    const headers = { 'sec-websocket-protocol': request.headers.get('sec-websocket-protocol') ?? '' };
    if (request.method === 'GET' && server.upgrade(request, { headers, data: {} })) return undefined;
    return new Response(GUEST);
  },
  websocket: {
    perMessageDeflate: false,
    idleTimeout: 0,
    open(socket) {
      socket.data.line = { socket, say: (text) => socket.send(text) };
      hall.welcome(socket.data.line);
    },
    message(socket, text) {
      hall.hear(socket.data.line, text);
    },
  },
});
console.log(`ready at 127.0.0.1:${server.port}`);
