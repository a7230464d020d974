/** What the person at this page is about to do: points chosen, alternatives laid out, toggles, and questions asked twice. */

import { isSealing } from '../arbiter/sealing';
import { isInZone } from '../board/geometry';
import { positionAfter } from '../position';
import type { Press } from '../prompt';
import type { Call, ColourChoice, OpeningChoice, PointName, SealedMove, Stone } from '../protocol';
import type { Room } from '../room.svelte';
import { keepSecret, keptSecret, newSecret, someNumber, type Secret } from '../secret';
import { possibleNow, type Possible } from './may';
import type { Action } from './keys';

/** What pressing a point of the board does now. */
export interface Target {
  /** The colour of the stone that would stand there, if one would. */
  stone: Stone | null;
  accepts: (point: PointName) => boolean;
}

/** The hand of one person at one table. */
export class Hand {
  readonly #room: Room;
  readonly #tapsTwice: () => boolean;
  /** The nonce of what was shown without being asked. */
  #revealed: string | null = null;
  /** The point that waits for a second tap. */
  chosen = $state<PointName | null>(null);
  /** The alternatives laid out and not yet shown. */
  tentative = $state.raw<readonly PointName[]>([]);
  /** The number of alternatives about to be announced, or of stones about to be held. */
  number = $state(1);
  /** Whether a claim is being made, and of which stone. */
  claim = $state.raw<{ point: PointName | null; any: boolean } | null>(null);
  withDraw = $state(false);
  withFive = $state(false);
  /** What is asked once more before it is done. */
  sure = $state<'resign' | 'pass' | 'complain' | null>(null);

  constructor(room: Room, tapsTwice: () => boolean) {
    this.#room = room;
    this.#tapsTwice = tapsTwice;
  }

  /** What this person holds in the choice of colours, if this window knows. */
  get held(): Secret | null {
    const digest = this.#digest;
    return digest === null ? null : keptSecret(this.#room.id, digest);
  }

  get #digest(): string | null {
    const { known, seat } = this.#room;
    return (seat && known?.state.colours?.digests[seat]) ?? null;
  }

  /** Shows what is held. Unasked it does so once: a button does it again. */
  reveal(isAsked: boolean): void {
    const { held } = this;
    if (held && (isAsked || this.#revealed !== held.nonce)) {
      this.#revealed = held.nonce;
      this.#room.ask({ type: 'reveal', number: held.number, nonce: held.nonce });
    }
  }

  /** Takes some stones in the hand: kept first, so that they can be shown whatever happens. */
  async #hold(): Promise<void> {
    try {
      const secret = await newSecret(this.number);
      keepSecret(this.#room.id, secret);
      this.#room.ask({ type: 'commit', digest: secret.digest });
    } catch {
      this.#room.complain('unavailable');
    }
  }

  /** What can be done beside the board; `null` for a spectator, and before and after the game. */
  get possible(): Possible | null {
    const { known, seat } = this.#room;
    return known && seat ? possibleNow(known, seat) : null;
  }

  /** Whether what is chosen is handed in sealed, and not played. */
  get isSealing(): boolean {
    const { known, seat } = this.#room;
    return known !== null && isSealing(known, seat);
  }

  /** What pressing a point does; `null` while it does nothing. */
  get target(): Target | null {
    const { known, owes } = this.#room;
    if (!known) {
      return null;
    }
    if (this.claim) {
      const claimable = this.possible?.claim;
      return { stone: null, accepts: (point) => claimable?.last === point || (claimable?.any.includes(point) ?? false) };
    }
    const { stones } = positionAfter(known.laid, known.moves);
    const isFree = (point: PointName) => !stones.some((placed) => placed.point === point);
    switch (owes?.type) {
      case 'stone':
        return { stone: owes.stone, accepts: isFree };
      case 'alternatives':
        return { stone: 'black', accepts: isFree };
      case 'keep':
        return { stone: null, accepts: (point) => known.state.shown.includes(point) };
      case 'choice':
      case 'announcement':
      case undefined:
        return null;
      default:
        owes satisfies never;
        return null;
    }
  }

  /** A point of the board was pressed. */
  press(point: PointName): void {
    const { owes } = this.#room;
    if (this.claim) {
      this.claim = { ...this.claim, point };
    } else if (owes?.type === 'alternatives') {
      this.#toggle(point, owes.number);
    } else if (owes?.type === 'stone' && owes.zone && !isInZone(owes.zone, point)) {
      this.chosen = null;
      this.#room.complain('outside_zone');
    } else if ((owes?.type === 'keep' || this.isSealing || this.#tapsTwice()) && this.chosen !== point) {
      this.#room.complain(null);
      this.chosen = point;
    } else {
      this.chosen = point;
      this.#confirm();
    }
  }

  #toggle(point: PointName, number: number): void {
    this.#room.complain(null);
    if (this.tentative.includes(point)) {
      this.tentative = this.tentative.filter((each) => each !== point);
    } else if (this.tentative.length < number) {
      this.tentative = [...this.tentative, point];
    }
  }

  /** Does what the chosen point was chosen for. */
  #confirm(): void {
    const { chosen } = this;
    const { known, owes } = this.#room;
    if (chosen === null || !known) {
      return;
    }
    if (owes?.type === 'keep') {
      this.#do({ type: 'keep', point: chosen });
      return;
    }
    if (this.isSealing) {
      this.#seal({ type: 'stone', point: chosen });
      return;
    }
    this.chosen = null;
    const five = this.withFive && (this.possible?.withFive ?? false);
    this.#room.place(chosen, { ...this.#draw(), ...(five ? { five: true } : {}) });
    this.withDraw = false;
    this.withFive = false;
  }

  /** Does what is owed, or hands it in sealed; then nothing of it is kept here. */
  #do(move: Exclude<SealedMove, { type: 'stone' }>, said: { draw?: true } = {}): void {
    if (this.isSealing) {
      this.#seal(move);
    } else {
      this.#room.ask({ ...move, ...said, ply: this.#ply });
    }
  }

  #seal(move: SealedMove): void {
    this.#room.ask({ type: 'seal', ply: this.#ply, move });
    this.moveOn();
  }

  get #ply(): number {
    return this.#room.known?.state.ply ?? 0;
  }

  #draw(): { draw?: true } {
    return this.withDraw && this.possible?.withDraw ? { draw: true } : {};
  }

  /** Leaves everything undone that is not sent. */
  cancel(): void {
    this.chosen = null;
    this.claim = null;
    this.sure = null;
  }

  /** The game has gone on: nothing that was meant for the last position holds. */
  moveOn(): void {
    this.cancel();
    this.tentative = [];
    // Of stones to be held any number is offered, so that whoever takes what is offered is not guessed.
    this.number = this.#room.known?.state.colours ? someNumber() : 1;
    this.withDraw = false;
    this.withFive = false;
  }

  /** Takes one of the actions beside the board, or asks whether it is meant. */
  act(action: Action): void {
    const { possible } = this;
    const ply = this.#ply;
    if (!possible) {
      return;
    }
    switch (action) {
      case 'abort':
        return possible.abort ? this.#room.ask({ type: 'abort' }) : undefined;
      case 'resign':
        this.sure = 'resign';
        return;
      case 'pass':
        this.sure = possible.pass ? 'pass' : this.sure;
        return;
      case 'complain':
        this.sure = possible.complain ? 'complain' : this.sure;
        return;
      case 'draw':
        if (possible.withDraw) {
          this.withDraw = !this.withDraw;
        } else if (possible.offerDraw) {
          this.#room.ask({ type: 'offer_draw', ply });
        }
        return;
      case 'five':
        if (possible.withFive) {
          this.withFive = !this.withFive;
        }
        return;
      case 'takeback':
        return possible.takeback ? this.#room.ask({ type: 'ask_takeback', ply }) : undefined;
      case 'pause':
        return possible.pause ? this.#room.ask({ type: 'ask_pause', ply }) : undefined;
      case 'give_time':
        return possible.giveTime ? this.#room.ask({ type: 'give_time' }) : undefined;
      case 'claim':
        if (possible.claim) {
          this.chosen = null;
          this.claim = { point: possible.claim.last, any: possible.claim.any.length > 0 };
        }
        return;
      default:
        action satisfies never;
    }
  }

  /** Does what a button says; whether it was one of the hand's. */
  perform(press: Press): boolean {
    if (press.startsWith('choose_')) {
      this.#do({ type: 'choose', choice: press.slice('choose_'.length) as OpeningChoice });
      return true;
    }
    if (press.startsWith('call_')) {
      this.#room.ask({ type: 'call', call: press.slice('call_'.length) as Call });
      return true;
    }
    if (press.startsWith('take_')) {
      this.#room.ask({ type: 'choose_colour', choice: press.slice('take_'.length) as ColourChoice });
      return true;
    }
    switch (press) {
      case 'commit':
        void this.#hold();
        return true;
      case 'reveal':
        this.reveal(true);
        return true;
      case 'confirm_place':
      case 'keep':
        this.#confirm();
        return true;
      case 'cancel_place':
      case 'cancel_claim':
        this.cancel();
        return true;
      case 'clear_tentative':
        this.tentative = [];
        this.#room.complain(null);
        return true;
      case 'announce':
        this.#do({ type: 'announce', number: this.number });
        return true;
      case 'show':
        this.#do({ type: 'show', points: [...this.tentative] });
        return true;
      case 'claim_forbidden':
        if (this.claim?.point) {
          this.#room.ask({ type: 'claim_forbidden', point: this.claim.point });
        }
        this.cancel();
        return true;
      case 'pass':
        this.#do({ type: 'pass' }, this.#draw());
        this.cancel();
        return true;
      case 'resign':
        this.cancel();
        this.#room.ask({ type: 'resign' });
        return true;
      default:
        return false;
    }
  }
}
