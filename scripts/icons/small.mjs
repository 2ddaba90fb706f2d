// @ts-check
// Owns: the small pictures that are made of others: the tray's, and the counts over the task bar's button. All from one drawing and one digit each.

/** With a mark for "a person must answer", in the only colour that means it (ux 5.1). @param {string} tray */
export function waitingTray(tray) {
  const mark = '<circle cx="24" cy="24" r="8" fill="#111318"/><circle cx="24" cy="24" r="6" fill="#FFBE3D"/>'
  return tray.replace("</svg>", `${mark}</svg>`)
}

/** macOS draws the shape in its own colour: everything black. @param {string} tray */
export function templateTray(tray) {
  return tray.replaceAll(/(fill|stroke)="#[0-9A-Fa-f]{6}"/g, '$1="#000000"')
}

/** @param {string} text */
export function overlay(text) {
  const size = text.length > 1 ? 17 : 22
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#FFBE3D"/><text x="16" y="${16 + size * 0.36}" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" fill="#15181D">${text}</text></svg>`
}
