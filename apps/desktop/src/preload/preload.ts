// Owns: handing the page its one line to the host. Gives the page no function and no object of Electron's (1a-20).
import { ipcRenderer } from "electron"

// A window begins with an empty page that is nobody's. A line handed to that one would be gone with it, and the page's own would be the second.
if (location.origin === "app://kibitz") {
  // The page's scripts listen for the port once they have run, which they have when this event comes; a message before that would be lost.
  const isListening = new Promise<void>((resolve) =>
    document.addEventListener("DOMContentLoaded", () => resolve(), { once: true }),
  )

  ipcRenderer.once("kibitz:port", async (event) => {
    await isListening
    window.postMessage("kibitz:port", location.origin, event.ports)
  })

  // At once, while the page still reads itself: the line is then there before the first thing is drawn.
  ipcRenderer.send("kibitz:hello")

  // The first touch asks the main process. By the time the page's own script would be the first, that thread opens the host and answers only afterwards.
  void localStorage.length
}
