// Owns: what a page of ours may never have. One value for every window, so that a new window cannot forget a line of it.
// Settings whose defaults are the safe ones (webviews, Node in workers and frames, web security) are left alone on purpose.
import type { WebPreferences } from "electron"

export function webPreferences(preload: string, developerTools: boolean): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    navigateOnDragDrop: false,
    // Chromium would fetch dictionaries from a server of its own choosing.
    spellcheck: false,
    // Agents stream while the window is covered; a throttled page would fall behind and then catch up in one long frame.
    backgroundThrottling: false,
    devTools: developerTools,
  }
}
