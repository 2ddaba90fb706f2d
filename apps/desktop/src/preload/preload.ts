// Owns: handing the page its one line to the host. Gives the page no function and no object of Electron's (1a-20).
import { ipcRenderer } from "electron"

// Deferred scripts have run by then, and the page listens from its first script on. Earlier, the message would reach nobody;
// `readyState` does not help, because it says "interactive" before those scripts run.
const pageListens = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }))

ipcRenderer.once("kibitz:port", async (event) => {
  await pageListens
  if (location.origin === "app://kibitz") window.postMessage("kibitz:port", location.origin, event.ports)
})
ipcRenderer.send("kibitz:hello")
