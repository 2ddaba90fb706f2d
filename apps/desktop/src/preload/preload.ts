// Owns: handing the page its one line to the host. Gives the page no function and no object of Electron's (1a-20).
import { ipcRenderer } from "electron"

/** For a window that is not shown, and so never painted. */
const PATIENCE_MS = 500

ipcRenderer.once("kibitz:port", (event) => {
  if (location.origin === "app://kibitz") window.postMessage("kibitz:port", location.origin, event.ports)
})

// Asked for once there is something to look at: by then the page's scripts have run and listen for the port, and the host,
// which opens when it is first asked for, does not take the time in which the page is drawn.
document.addEventListener("DOMContentLoaded", () => {
  let asked = false
  const ask = () => {
    if (asked) return
    asked = true
    ipcRenderer.send("kibitz:hello")
  }
  new PerformanceObserver(ask).observe({ type: "paint", buffered: true })
  setTimeout(ask, PATIENCE_MS)
})
