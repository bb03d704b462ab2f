import { CHARACTERS_A_SECOND } from "./port.ts";

const RATE = 8_000;
const BYTES_A_SAMPLE = 2;
const HEAD_BYTES = 44;
/** Longest placeholder, in seconds: a tone tells nothing more after that. */
const MAX_SECONDS = 60;
/** Share of a word's time that its tone takes, and loudness of the tone. */
const SOUNDING = 0.6;
const LOUDNESS = 1_200;
/** Pitch of the shortest words in hertz, and what every further character takes of it. */
const PITCH = 240;
const PITCH_A_CHARACTER = 6;
const LOWEST = 120;

/**
 * Makes a WAV file that stands for speech: a quiet tone for every word, as long as it takes to read aloud. It is no speech, and always the
 * same for the same words.
 */
export function speakPlaceholder({ text, speed }: { readonly text: string; readonly speed: number }): Uint8Array {
  const samplesOf = (characters: number) => Math.floor((characters / CHARACTERS_A_SECOND / speed) * RATE);
  const length = Math.max(1, Math.min(samplesOf(text.length), MAX_SECONDS * RATE));
  const file = Buffer.alloc(HEAD_BYTES + length * BYTES_A_SAMPLE);
  writeHead(file);
  for (const { index, 0: word } of text.matchAll(/\S+/gu)) {
    const from = samplesOf(index);
    const count = Math.floor(samplesOf(word.length) * SOUNDING);
    const pitch = Math.max(LOWEST, PITCH - PITCH_A_CHARACTER * word.length);
    for (let at = 0; at < count && from + at < length; at += 1) {
      const swell = Math.sin((Math.PI * at) / count);
      const level = Math.round(LOUDNESS * swell * Math.sin((2 * Math.PI * pitch * at) / RATE));
      file.writeInt16LE(level, HEAD_BYTES + (from + at) * BYTES_A_SAMPLE);
    }
  }
  return file;
}

/** Writes the head of a WAV file of one channel. */
function writeHead(file: Buffer): void {
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * BYTES_A_SAMPLE, 28);
  file.writeUInt16LE(BYTES_A_SAMPLE, 32);
  file.writeUInt16LE(BYTES_A_SAMPLE * 8, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(file.length - HEAD_BYTES, 40);
}
