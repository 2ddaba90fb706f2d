// Owns: the one sound Kibitz makes: two soft notes, a fifth apart, made here and read from no file. When it sounds is not decided here (ux 2.8).

const NOTES = [
  { hertz: 587.33, at: 0 },
  { hertz: 880, at: 0.14 },
] as const
/** The system's own volume counts as well; the user has said how much of it in the settings. */
const loudest = { soft: 0.04, medium: 0.08, full: 0.2 } as const
const FADE_SECONDS = 0.32

let context: AudioContext | null = null

export function playEarcon(volume: keyof typeof loudest): void {
  context ??= new AudioContext()
  const { currentTime } = context
  for (const { hertz, at } of NOTES) note(context, hertz, currentTime + at, loudest[volume])
  // A page that nobody has touched yet may not sound; then it stays quiet.
  void context.resume().catch(() => {})
}

function note(on: AudioContext, hertz: number, at: number, peak: number): void {
  const voice = new OscillatorNode(on, { type: "sine", frequency: hertz })
  const volume = new GainNode(on, { gain: 0 })
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(peak, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + FADE_SECONDS)
  voice.connect(volume).connect(on.destination)
  voice.start(at)
  voice.stop(at + FADE_SECONDS)
}
