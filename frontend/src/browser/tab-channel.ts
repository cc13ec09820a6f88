// Messages between the open tabs of this site; none where the browser blocks the site's storage.

type Listener = (message: unknown) => void;

interface Envelope {
  readonly topic: string;
  readonly message: unknown;
}

const channelName = 'tokibako';
const listeners = new Map<string, Set<Listener>>();
let send: ((envelope: Envelope) => void) | null = null;

/** Sends to all other tabs, not to this one. */
export function announceToTabs(topic: string, message: unknown): void {
  open()({ topic, message });
}

/** Receives messages of other tabs on a topic, until the returned function is called. */
export function onTabMessage(topic: string, listener: Listener): () => void {
  open();
  const heard = listeners.get(topic) ?? new Set();
  listeners.set(topic, heard.add(listener));
  return () => {
    heard.delete(listener);
  };
}

function open(): (envelope: Envelope) => void {
  send ??= join();
  return send;
}

function deliver({ topic, message }: Envelope): void {
  listeners.get(topic)?.forEach((listener) => {
    listener(message);
  });
}

function join(): (envelope: Envelope) => void {
  let channel: BroadcastChannel | null = null;
  const openChannel = () => {
    try {
      channel ??= new BroadcastChannel(channelName);
    } catch {
      // Firefox refuses it where storage is blocked. Then each tab rings by itself.
      return;
    }
    channel.onmessage = (event: MessageEvent<Envelope>) => {
      deliver(event.data);
    };
  };
  openChannel();
  // A message would evict a page from the back/forward cache.
  window.addEventListener('pagehide', () => {
    channel?.close();
    channel = null;
  });
  window.addEventListener('pageshow', openChannel);
  return (envelope) => channel?.postMessage(envelope);
}
