import '@fontsource/lato/latin-400.css';
import '@fontsource/lato/latin-700.css';
import '@fontsource/lato/latin-900.css';
import '../../../local/ui/theme.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Blocks, Mrkdwn, type Surface, SurfaceContext } from '../../../local/ui/blocks/index.ts';
import type { Call, Shown } from './shown.ts';

declare global {
  interface Window {
    show: (shown: Shown) => void;
    calls: Call[];
    acknowledge: () => void;
  }
}

const userNames: Record<string, string> = {
  U0ANA: 'ana',
  U0BEN: 'ben',
  C0CLOUDOPS: 'cloud-ops',
  S0APPROVERS: 'cloud-approvers',
};

const container = document.getElementById('root') ?? document.body;
const root = createRoot(container);
window.calls = [];
window.acknowledge = () => {};

window.show = ({ blocks = [], text, waits = false, ...shown }) => {
  forget();
  const surface: Surface = {
    kind: 'message',
    tz: 'Europe/Lisbon',
    values: {},
    errors: {},
    nameOf: (id) => userNames[id],
    callsReader: (id) => id === 'U0ANA',
    placeOf: () => undefined,
    enter: (at, entered) => window.calls.push(['enter', `${at.block}/${at.action}`, entered]),
    act: async (at, entered) => {
      window.calls.push([
        'act',
        `${at.block}/${at.action}`,
        ...(entered === undefined ? [] : [entered]),
      ] as Call);
      if (waits)
        await new Promise<void>((resolve) => {
          window.acknowledge = resolve;
        });
    },
    ...shown,
  };
  // At once, so that the next act of a test finds it.
  flushSync(() =>
    root.render(
      <SurfaceContext value={surface}>
        <div style={{ padding: 16 }}>
          {text === undefined ? <Blocks blocks={blocks} /> : <Mrkdwn text={text} />}
        </div>
      </SurfaceContext>,
    ),
  );
};

/** Removes everything of the page before: calls, focus, the place where Tab continues, words to screen readers. */
function forget(): void {
  flushSync(() => root.render(null));
  container.focus();
  container.blur();
  scrollTo(0, 0);
  // React Aria keeps its announcements for seconds, and some of them have the role of an image.
  for (const log of document.querySelectorAll('[data-live-announcer] > *')) log.replaceChildren();
  window.calls = [];
}
