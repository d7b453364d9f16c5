import { openStream } from './event-stream.ts';

/** The stream in this shared worker's name, forwarded to all windows. The browser ends the worker with the last of them. */
const [path = '', ...kinds] = self.name.split(' ');
const windows = new BroadcastChannel(path);
openStream(path, kinds, (message) => windows.postMessage(message));
