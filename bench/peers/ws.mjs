// The package `ws` on Node: what Colyseus, too, sends through. `node ws.mjs EVENT_BYTES`
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { GUEST, Hall } from './hall.mjs';

const rooms = new Map();
const hall = new Hall(
  Number(process.argv[2]),
  (line, room) => {
    if (!rooms.has(room)) rooms.set(room, new Set());
    rooms.get(room).add(line.socket);
  },
  (room, text) => {
    // Made into bytes once, and not by each of the sockets.
    const bytes = Buffer.from(text);
    for (const socket of rooms.get(room) ?? []) socket.send(bytes, { binary: false });
  },
);

const server = createServer((request, response) => {
  request.resume();
  response.end(GUEST);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
sockets.on('connection', (socket) => {
  const line = { socket, say: (text) => socket.send(text) };
  hall.welcome(line);
  socket.on('message', (data) => hall.hear(line, data.toString()));
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  console.log(`ready at 127.0.0.1:${server.address().port}`);
});
