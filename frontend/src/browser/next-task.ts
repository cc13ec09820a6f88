// A pause between two pieces of long work, in which the browser can paint and respond.

/** Resolves in a new task. Unlike a timer, it is not delayed in a hidden tab. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
