// What each of these servers does with what the load generator says: as little as it can. It judges nothing and keeps
// nothing; an event is the same text for everybody, as long as the events of the server that it is compared with.

const WELCOME = '{"type":"welcome"}';
const SNAPSHOT = '{"type":"snapshot"}';

export const GUEST = '{"token":"anybody","person":{"id":"aaaaaaaaaaaaaaaa","name":"Anybody"}}';

export class Hall {
  #rooms = 0;
  #filler;
  #follow;
  #publish;

  /** `follow(line, room)` makes a line hear what `publish(room, text)` says. A line has `say(text)`. */
  constructor(eventBytes, follow, publish) {
    this.#filler = eventBytes;
    this.#follow = follow;
    this.#publish = publish;
  }

  welcome(line) {
    line.say(WELCOME);
  }

  hear(line, text) {
    const message = JSON.parse(text);
    switch (message.type) {
      case 'create':
        this.#accept(line, message.id, String(this.#rooms++).padStart(12, '0'));
        break;
      case 'join':
        this.#follow(line, message.room);
        line.say(SNAPSHOT);
        break;
      case 'act':
        if (message.action.type === 'place') this.#publish(message.room, this.#event(message));
        this.#accept(line, message.id, message.room);
        break;
    }
  }

  #accept(line, id, room) {
    line.say(JSON.stringify({ type: 'accepted', id, room, seq: 0, arbiter_key: null }));
  }

  #event({ room, action }) {
    const event = { type: 'happened', room, ply: action.ply, point: action.point, filler: '' };
    event.filler = 'x'.repeat(Math.max(0, this.#filler - JSON.stringify(event).length));
    return JSON.stringify(event);
  }
}
