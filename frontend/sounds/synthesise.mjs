// Generates the sounds of rings: `node sounds/synthesise.mjs` writes all of them as MP3 with sox, `… NAME` only those named.
//
// Each is a few bars of struck wood and bells, slow swells or short calls, synthesised from decaying partials. They fade out
// before the end, so that the loop has neither an audible click nor a gap.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rate = 44_100;
const into = join(import.meta.dirname, '../src/sound/files');

/** Instruments: partials as [multiple of the pitch, loudness, seconds until the loudness is a thousandth]. */
const instruments = {
  bell: [
    [0.5, 0.25, 3.2],
    [1, 1, 2.6],
    [2.0, 0.45, 1.7],
    [2.76, 0.3, 1.2],
    [5.4, 0.12, 0.6],
    [8.93, 0.05, 0.25],
  ],
  chime: [
    [1, 1, 3.4],
    [2.0, 0.2, 2.2],
    [3.0, 0.3, 1.6],
    [4.24, 0.12, 0.9],
    [6.8, 0.06, 0.4],
  ],
  marimba: [
    [1, 1, 1.1],
    [3.93, 0.28, 0.35],
    [9.2, 0.1, 0.12],
  ],
  /** Swells and fades slowly. */
  swell: [
    [0.5, 0.3, 5.2],
    [1, 1, 4.6],
    [2.0, 0.28, 3.4],
    [3.0, 0.1, 2.4],
  ],
  /** Bright, short and hard to sleep through. */
  reed: [
    [1, 1, 0.34],
    [2.0, 0.7, 0.3],
    [3.0, 0.55, 0.26],
    [5.0, 0.3, 0.2],
  ],
  woodblock: [
    [1, 1, 0.13],
    [1.47, 0.6, 0.09],
    [2.62, 0.3, 0.05],
  ],
};

/** The attack of instruments that are not struck, in seconds. */
const attacks = { swell: 0.9, reed: 0.012 };

const pitch = (midi) => 440 * 2 ** ((midi - 69) / 12);

/** Notes as [instrument, start in seconds, MIDI pitch, loudness]. */
const pieces = {
  default: {
    seconds: 6.4,
    notes: [0, 1, 2, 3, 4, 5].flatMap((beat) => {
      const at = beat * 0.8;
      const swell = 0.45 + 0.11 * beat;
      const melody = [74, 76, 78, 81, 83, 86][beat];
      return [
        ['woodblock', at, 84, 0.32 * swell],
        ['woodblock', at + 0.4, 79, 0.22 * swell],
        ...(beat < 5 ? [['bell', at, melody, 0.62 * swell]] : []),
        ...(beat === 4 ? [['bell', at + 0.4, 86, 0.4 * swell]] : []),
      ];
    }),
  },
  dawn: {
    seconds: 9.6,
    notes: [
      ['swell', 0, 57, 0.5],
      ['swell', 0.2, 64, 0.4],
      ['swell', 2.2, 69, 0.5],
      ['swell', 3.6, 73, 0.45],
      ['swell', 4.8, 76, 0.4],
      ['chime', 5.6, 81, 0.16],
    ],
  },
  pulse: {
    seconds: 3.2,
    notes: [0, 0.8, 1.6].flatMap((at, call) =>
      [0, 0.16, 0.32].map((after, beep) => [
        'reed',
        at + after,
        beep === 2 ? 88 : 84,
        0.7 + 0.1 * call,
      ]),
    ),
  },
  chime: {
    seconds: 6.8,
    notes: [
      ['chime', 0, 67, 0.5],
      ['chime', 0.55, 71, 0.6],
      ['chime', 1.1, 74, 0.7],
      ['chime', 1.65, 79, 0.85],
      ['chime', 2.75, 78, 0.6],
      ['chime', 3.3, 74, 0.55],
    ],
  },
  marimba: {
    seconds: 5.6,
    notes: [60, 64, 67, 72, 64, 67, 72, 76, 67, 72, 76, 79, 84].flatMap((midi, step) => {
      const loudness = 0.4 + 0.045 * step;
      const at = step * 0.28 + (step === 12 ? 0.28 : 0);
      return [
        ['marimba', at, midi, loudness],
        ...(step % 4 === 0 ? [['marimba', at, midi - 12, loudness * 0.7]] : []),
      ];
    }),
  },
};

/** A short reverb: later, softer repetitions, as [seconds, loudness]. */
const room = [
  [0.031, 0.16],
  [0.067, 0.12],
  [0.113, 0.08],
  [0.181, 0.05],
];

function play({ seconds, notes }) {
  const dry = new Float64Array(Math.round(seconds * rate));
  for (const [instrument, start, midi, loudness] of notes) {
    for (const [multiple, share, decay] of instruments[instrument]) {
      const turn = (2 * Math.PI * pitch(midi) * multiple) / rate;
      const first = Math.round(start * rate);
      const last = Math.min(dry.length, first + Math.round(decay * rate * 1.2));
      for (let sample = first; sample < last; sample += 1) {
        const since = (sample - first) / rate;
        const attack = Math.min(1, since / (attacks[instrument] ?? 0.003));
        dry[sample] +=
          loudness *
          share *
          attack *
          10 ** ((-3 * since) / decay) *
          Math.sin(turn * (sample - first));
      }
    }
  }
  const wet = Float64Array.from(dry);
  for (const [delay, share] of room) {
    const shift = Math.round(delay * rate);
    for (let sample = shift; sample < wet.length; sample += 1) {
      wet[sample] += share * dry[sample - shift];
    }
  }
  return levelled(fadedOut(wet));
}

/** Fades out what is left of the last notes, within the last third of a second. */
function fadedOut(samples) {
  const fade = Math.round(rate / 3);
  return samples.map((sample, index) => sample * Math.min(1, (samples.length - 1 - index) / fade));
}

function levelled(samples) {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / peak) * 0.8);
}

function wav(samples) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => data.writeInt16LE(Math.round(sample * 32_767), index * 2));
  return Buffer.concat([header, data]);
}

const workplace = mkdtempSync(join(tmpdir(), 'sounds-'));
const wanted = process.argv.slice(2);
const made = Object.entries(pieces).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
);
for (const [name, piece] of made) {
  const source = join(workplace, `${name}.wav`);
  writeFileSync(source, wav(play(piece)));
  execFileSync('sox', [source, '-C', '64', join(into, `${name}.mp3`)]);
}
rmSync(workplace, { recursive: true });
