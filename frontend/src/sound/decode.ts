// Decodes audio files.

const sampleRate = 44_100;

/** Whether this browser can decode audio. */
export function canDecode(): boolean {
  return typeof OfflineAudioContext === 'function';
}

/** Decodes a file of any type that the browser supports; fails for others. Does not consume the bytes. */
export function decodedAudio(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  // The browser detaches the buffer that it decodes.
  return decoder.decodeAudioData(bytes.slice(0));
}
