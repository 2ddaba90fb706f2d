// Owns: how a whole number is written, wherever words are made: 1,234,567. By hand: the first formatter a program makes reads its locale data for that, which
// takes longer than all else while something is loaded or first drawn.

export function figure(whole: number): string {
  return `${whole}`.replace(/\B(?=(?:\d{3})+$)/g, ",")
}
