// Audio files, decoded.

const sampleRate = 44_100;

/** Whether this browser decodes audio at all. */
export function canDecode(): boolean {
  return typeof OfflineAudioContext === 'function';
}

/** Decodes a file of any type that the browser plays; fails on all others. Leaves the bytes as they are. */
export function decodedAudio(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  // The browser takes away the memory of what it decodes.
  return decoder.decodeAudioData(bytes.slice(0));
}
