// @ts-check
/** Soft clicks of seeds, made on the spot: no sound files. */

/** @type {AudioContext | null} */
let context = null;

/** @param {"drop" | "take"} kind */
export function play(kind) {
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  const tone = context.createOscillator();
  const volume = context.createGain();
  const pitch = (kind === "drop" ? 520 : 300) * (0.94 + Math.random() * 0.12);
  const length = kind === "drop" ? 0.06 : 0.14;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, now + length);
  volume.gain.setValueAtTime(0.09, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
  tone.connect(volume).connect(destination);
  tone.start(now);
  tone.stop(now + length);
}
