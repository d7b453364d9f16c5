import { listen } from './live.ts';
import { SharedStreams, type ToWorker } from './shared-streams.ts';

const streams = new SharedStreams(listen);

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) {
    const onMessage = streams.connect(port);
    port.onmessage = ({ data }: MessageEvent<ToWorker>) => onMessage(data);
  }
});
