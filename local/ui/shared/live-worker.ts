import { listen } from './live.ts';
import { SharedStreams, type Told } from './shared-streams.ts';

const streams = new SharedStreams(listen);

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) {
    const hear = streams.connect(port);
    port.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  }
});
