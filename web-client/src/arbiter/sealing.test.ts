import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en';
import { promptFor } from '../owed';
import type { Situation } from '../prompt';
import type { Adjournment, SealedMove, Seat, State, What } from '../protocol';
import { known, situation, state } from '../test-table';
import { arbiterLink, keyIn, KEPT_MAX, withKey } from './invitation';
import { sealedPoints, sealedText } from './sealing';

const DIGEST = 'ab'.repeat(32);

describe('a game that stands still', () => {
  it('is not for the players to resume when the arbiter has stopped it', () => {
    for (const seat of ['a', 'b', null] as const) {
      expect(say({ halted: true, paused: true }, { seat })).toMatchObject({
        text: 'The arbiter has stopped the game. No clock runs.',
        buttons: [],
      });
    }
    expect(say({ paused: true }, { seat: 'a' }).buttons).toHaveLength(1);
  });

  it('E-12: waits for an arbiter when part of its record is lost, and says who sends one', () => {
    for (const seat of ['a', 'b', null] as const) {
      expect(say({ suspended: true, paused: true }, { seat })).toMatchObject({ text: en.referee.suspended, hint: en.referee.askOperator, buttons: [] });
    }
    const arbitrated = known({ arbiters: [{ id: 'eve', name: 'Eve' }], state: state({ suspended: true, paused: true }) });
    expect(promptFor(situation({ known: arbitrated }), en).hint).toBeNull();
  });

  it('is sealed by who is to move, and the others wait', () => {
    const adjournment = adjourned('sealing');
    expect(say({ adjournment }, { seat: 'b' }).text).toBe('The game is adjourned. Ann is sealing the move.');
    expect(say({ adjournment }, { seat: null }).text).toContain('Ann is sealing');
    expect(say({ adjournment }, { seat: 'a' })).toMatchObject({ tone: 'yours', text: en.arbiter.sealYours, buttons: [] });
  });

  it('may be left while the move is sealed', () => {
    const adjournment = { ...adjourned('sealed'), digest: DIGEST };
    expect(say({ adjournment, paused: true }, { seat: 'a' })).toMatchObject({ text: en.arbiter.youSealed, hint: en.arbiter.mayClose });
    expect(say({ adjournment, paused: true }, { seat: 'b' })).toMatchObject({ text: en.arbiter.sealedTheirs('Ann'), hint: en.arbiter.mayClose });
    expect(say({ adjournment, paused: true }, { seat: null }).hint).toBeNull();
    expect(say({ adjournment, paused: true }, { seat: 'b', isInterrupted: true }).text).toBe(en.arbiter.sealedTheirs('Ann'));
  });

  it('goes on when both have confirmed the move', () => {
    const adjournment: Adjournment = { ...adjourned('confirming'), move: { type: 'stone', point: 'j9' }, confirmed: { a: true, b: false } };
    expect(say({ adjournment }, { seat: 'b' })).toMatchObject({ tone: 'yours', buttons: [{ press: 'confirm' }] });
    expect(say({ adjournment }, { seat: 'b' }).text).toContain('J9');
    expect(say({ adjournment }, { seat: 'a' }).buttons).toEqual([]);
    expect(sealedPoints(known({ state: state({ adjournment }) }))).toEqual(['j9']);
  });
});

describe('what is sealed', () => {
  it('is chosen as ever, and handed in by a button that says so', () => {
    expect(sealButtons(STONE, { chosen: 'h8' })).toEqual(['Seal H8', 'Cancel']);
    expect(sealButtons({ type: 'keep' }, { chosen: 'g8' })).toEqual(['Seal G8', 'Cancel']);
    expect(sealButtons({ type: 'choice', options: ['stay', 'swap'] })).toEqual(['Seal stay', 'Seal swap']);
    expect(sealButtons({ type: 'announcement', most: 5 }, { number: 3 })).toEqual(['Seal n = 3']);
    expect(sealButtons({ type: 'alternatives', number: 2 }, { tentative: ['g8', 'j7'] })).toEqual(['Seal the alternatives G8 J7', 'Clear']);
  });

  it('is asked for in its own words', () => {
    const prompt = say({ adjournment: adjourned('sealing'), owed: { seat: 'a', what: { type: 'announcement', most: 5 } } }, { seat: 'a' });
    expect(prompt.hint).toBe(en.play.yourNumber(5));
    expect(prompt.most).toBe(5);
    expect(say({ adjournment: adjourned('sealing') }, { seat: 'a', chosen: 'h8' }).text).toBe('Seal H8? It cannot be changed.');
  });

  it('has a few words for everything that can be sealed', () => {
    const moves: SealedMove[] = [
      { type: 'stone', point: 'h8' },
      { type: 'pass' },
      { type: 'choose', choice: 'swap' },
      { type: 'announce', number: 4 },
      { type: 'show', points: ['g8', 'j7'] },
      { type: 'keep', point: 'a15' },
    ];
    expect(moves.map((move) => sealedText(move, en))).toEqual(['H8', 'a pass', 'swap', 'n = 4', 'the alternatives G8 J7', 'A15']);
    expect(moves.map((move) => sealedPoints(known({ state: state({ adjournment: { ...adjourned('confirming'), move } }) })).length)).toEqual([
      1, 0, 0, 0, 2, 1,
    ]);
  });
});

describe('an arbiter', () => {
  it('waits for the players, and takes no seat', () => {
    const open = { phase: 'open', black: null, owed: null } as const;
    expect(say(open, { isArbiter: true })).toMatchObject({ text: 'Waiting for the players.', buttons: [{ press: 'copy_link' }, { press: 'abort' }] });
    expect(say(open, {}).buttons).toMatchObject([{ press: 'sit' }]);
  });
});

describe('an invitation to arbitrate', () => {
  it('comes behind the address', () => {
    expect(keyIn('#arbiter=Zm9vYmFy_-12')).toBe('Zm9vYmFy_-12');
    expect(arbiterLink('https://x.example/g/abc', 'Zm9vYmFy')).toBe('https://x.example/g/abc#arbiter=Zm9vYmFy');
    for (const hash of ['', '#', '#arbiter=', '#arbiter=short', '#arbiter=<script>!', '#other=Zm9vYmFy']) {
      expect(keyIn(hash), hash).toBeNull();
    }
  });

  it('is answered before anything else, but not by a player', () => {
    expect(say({}, { isInvited: true })).toMatchObject({ text: en.arbiter.invited, buttons: [{ press: 'officiate' }, { press: 'just_watch' }] });
    expect(say({}, { isInvited: true, seat: 'b' }).text).toBe('Ann is thinking.');
  });

  it('is remembered for the last tables that were opened here', () => {
    expect(withKey({ r1: 'k1', r2: 'k2' }, 'r1', 'k3')).toEqual({ r2: 'k2', r1: 'k3' });
    const many = Array.from({ length: KEPT_MAX + 5 }, (_, index) => `r${index}`).reduce((keys, room) => withKey(keys, room, 'k'), {});
    expect(Object.keys(many)).toHaveLength(KEPT_MAX);
    expect(many).not.toHaveProperty('r4');
  });
});

const STONE: What = { type: 'stone', stone: 'black', zone: null };

function adjourned(stage: Adjournment['stage'], seat: Seat = 'a'): Adjournment {
  return { stage, seat, digest: null, move: null, confirmed: { a: false, b: false }, until: null };
}

function say(now: Partial<State>, other: Partial<Situation>) {
  return promptFor(situation({ known: known({ state: state(now) }), ...other }), en);
}

/** What the buttons of Ann say, who is to seal this. */
function sealButtons(what: What, other: Partial<Situation> = {}): string[] {
  const now = { adjournment: adjourned('sealing'), owed: { seat: 'a', what }, shown: ['g8', 'j7'] } as const;
  return say({ ...now, shown: [...now.shown] }, { seat: 'a', ...other }).buttons.map(({ label }) => label);
}
