#!/usr/bin/env python3
"""A whole bot: finds opponents by `pair`, or is challenged, and answers whatever is owed with something legal.

    pip install websockets
    tengen token create Dicey --bot > dicey.token
    python3 random_bot.py --token-file dicey.token                       # waits for challenges
    python3 random_bot.py --token-file dicey.token --pair renju --games 10
"""

import argparse
import asyncio
import itertools
import json
import random

from websockets.asyncio.client import connect


class Bot:
    def __init__(self, socket, preset, games):
        self.socket, self.preset, self.games = socket, preset, games
        self.ids = (f"{random.getrandbits(40):x}-{n}" for n in itertools.count())
        self.rooms = {}  # Each room's stones and size, as far as the bot needs them.

    async def say(self, type, **fields):
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def command(self, type, **fields):
        await self.say(type, id=next(self.ids), **fields)

    async def run(self):
        """Plays until so many games are over; returns how many."""
        over = 0
        if self.preset:
            await self.command("pair", preset=self.preset)
        else:
            presets = ["freestyle", "standard", "renju", "swap2", "rif", "taraguchi10"]
            accepts = {"presets": presets, "boards": [15], "untimed": True, "games": 8, "opponents": "anybody"}
            await self.command("declare", accepts=accepts)
        async for text in self.socket:
            message = json.loads(text)
            match message["type"]:
                case "challenged":
                    await self.command("answer_challenge", challenge=message["challenge"], accept=True)
                case "joined":  # A bot is shown its games; it need not ask for them.
                    self.you = {**getattr(self, "you", {}), message["room"]: message["you"]}
                case "snapshot":
                    await self.look(message["room"], message, message["opened"]["rules"]["board"])
                case "happened" if message["room"] in self.rooms:
                    await self.look(message["room"], message, self.rooms[message["room"]])
                case "refused":
                    if message["code"] not in ("stale_ply", "game_over", "same_shape", "paused", "halted"):
                        raise SystemExit(f"refused: {message}")
                    if message["code"] == "same_shape":  # The shapes are for the server to know: show others.
                        await self.say("join", room=message["room"], seen=None)
                case "error":
                    raise SystemExit(f"error: {message}")
            state = message.get("state", {})
            if state.get("phase") == "over" and self.rooms.pop(message["room"], None):
                over += 1
                await self.say("leave", room=message["room"])
                if over == self.games:
                    return over
                if self.preset:
                    await self.command("pair", preset=self.preset)

    async def look(self, room, message, size):
        """Answers what is owed, if it is ours to answer."""
        state, self.rooms[room] = message["state"], size
        owed = state["owed"]
        if state["phase"] == "playing" and owed and owed["seat"] == self.you[room] and not state["paused"]:
            if message["type"] == "happened":  # The stones are in the snapshot; ask for one.
                return await self.say("join", room=room, seen=None)
            await self.command("act", room=room, action=answer(owed["what"], message, size))


def answer(owed, snapshot, size):
    """Something legal."""
    state = snapshot["state"]
    ply, taken = state["ply"], set(snapshot["laid"]) | set(state["forbidden"])
    for move in snapshot["moves"]:
        if move["deed"]["type"] in ("stone", "kept"):
            taken.add(move["deed"]["point"])
    names = [f"{chr(97 + column)}{row + 1}" for column in range(size) for row in range(size)]
    free = [name for name in names if name not in taken]
    match owed["type"]:
        case "stone":
            points = [name for name in free if owed["zone"] is None or is_in(owed["zone"], name)]
            return {"type": "place", "ply": ply, "point": random.choice(points)}
        case "choice":
            return {"type": "choose", "ply": ply, "choice": random.choice(owed["options"])}
        case "announcement":
            return {"type": "announce", "ply": ply, "number": random.randint(1, min(owed["most"], 5))}
        case "alternatives":
            return {"type": "show", "ply": ply, "points": random.sample(free, owed["number"])}
        case "keep":
            return {"type": "keep", "ply": ply, "point": random.choice(state["shown"])}


def is_in(zone, name):
    """Whether a point lies in a zone: inside its rectangle, or outside it."""
    place = lambda name: (ord(name[0]) - 97, int(name[1:]))
    (x, y), (left, low), (right, high) = place(name), place(zone["from"]), place(zone["to"])
    return (left <= x <= right and low <= y <= high) == zone["inside"]


async def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--url", default="ws://127.0.0.1:8015/ws")
    arguments.add_argument("--token-file", required=True)
    arguments.add_argument("--pair", metavar="PRESET")
    arguments.add_argument("--games", type=int, default=0)
    options = arguments.parse_args()
    with open(options.token_file) as file:
        headers = {"Authorization": f"Bearer {file.read().strip()}"}
    async with connect(options.url, subprotocols=["tengen.v1"], additional_headers=headers, proxy=None) as socket:
        print(await Bot(socket, options.pair, options.games).run(), "games")


asyncio.run(main())
