/** Short, quiet sounds, made on the spot: nothing to download, nothing to license. */

export type Sound = 'stone' | 'start' | 'notice' | 'end';

let context: AudioContext | null = null;

/** Browsers allow sound only after a gesture; call this on the first ones. */
export function wakeSound(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') {
    void context.resume();
  }
}

/** Plays a sound, if the browser allows any yet. */
export function play(sound: Sound): void {
  if (context?.state !== 'running') {
    return;
  }
  switch (sound) {
    case 'stone':
      return knock(context);
    case 'start':
      return tones(context, [392, 523]);
    case 'notice':
      return tones(context, [587]);
    case 'end':
      return tones(context, [523, 392]);
    default:
      sound satisfies never;
  }
}

/** A stone on wood: a click of filtered noise over a short, low thump. */
function knock(audio: AudioContext): void {
  const now = audio.currentTime;
  const length = Math.round(audio.sampleRate * 0.03);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  }
  const click = audio.createBufferSource();
  click.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 2200;
  filter.Q.value = 0.8;
  click.connect(filter).connect(fading(audio, 0.35, 0.03));
  click.start(now);

  const thump = audio.createOscillator();
  thump.frequency.setValueAtTime(210, now);
  thump.frequency.exponentialRampToValueAtTime(110, now + 0.06);
  thump.connect(fading(audio, 0.22, 0.09));
  thump.start(now);
  thump.stop(now + 0.1);
}

/** Soft notes, one after the other. */
function tones(audio: AudioContext, pitches: readonly number[]): void {
  pitches.forEach((pitch, index) => {
    const at = audio.currentTime + index * 0.13;
    const tone = audio.createOscillator();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    tone.connect(fading(audio, 0.08, 0.3, at));
    tone.start(at);
    tone.stop(at + 0.32);
  });
}

/** A way to the loudspeaker that starts at `level` and dies away in `seconds`. */
function fading(audio: AudioContext, level: number, seconds: number, at = audio.currentTime): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}
