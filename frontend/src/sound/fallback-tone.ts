// A generated tone that needs no file: two short beeps a second.

const sampleRate = 44_100;
const seconds = 1;
const pitchHz = 880;
const beepSeconds = 0.16;
const beepStarts = [0, 0.24];
const loudness = 0.6;

let made: AudioBuffer | null = null;

/** The tone, to be looped. */
export function fallbackTone(): AudioBuffer {
  made ??= synthesised();
  return made;
}

function synthesised(): AudioBuffer {
  const buffer = new AudioBuffer({ length: sampleRate * seconds, sampleRate });
  const samples = buffer.getChannelData(0);
  for (const start of beepStarts) {
    const first = Math.round(start * sampleRate);
    const length = Math.round(beepSeconds * sampleRate);
    for (let index = 0; index < length; index += 1) {
      // Fading in and out avoids clicks.
      const envelope = Math.sin((Math.PI * index) / length);
      samples[first + index] =
        loudness * envelope * Math.sin((2 * Math.PI * pitchHz * index) / sampleRate);
    }
  }
  return buffer;
}
