import './home.css';
import { useEffect, useState } from 'react';
import type { Ack } from '../slack/human/post-to-app.ts';
import { asObjects } from '../slack/payload/json.ts';
import { Blocks, SurfaceContext } from './blocks/index.ts';
import { PlaceHeader } from './channel.tsx';
import { useReader, useSeen } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { useViewSurface } from './surfaces.ts';
import type { View } from './workspace-view.ts';

/** The app's Home tab. The app is notified each time it is opened. */
export function Home({ onMenu }: { onMenu: () => void }) {
  const { person } = useReader();
  const seen = useSeen();
  const toasts = useToasts();
  const [heard, setHeard] = useState(true);
  useEffect(() => {
    const told = act<Ack>('/_control/open-home', { person: person.name });
    told.then(({ ok }) => setHeard(ok), toasts.say);
  }, [person.name, toasts]);
  return (
    <>
      <PlaceHeader title="Skydesk" onMenu={onMenu}>
        <p className="topic">Home</p>
      </PlaceHeader>
      <section className="home" aria-label="Home">
        {seen.home ? (
          <HomeView key={seen.home.id} view={seen.home} />
        ) : (
          <p role="status">
            {heard
              ? 'Skydesk is getting your Home ready…'
              : 'Skydesk did not answer when its Home was opened. Open it again in a moment.'}
          </p>
        )}
      </section>
    </>
  );
}

function HomeView({ view }: { view: View }) {
  const { surface } = useViewSurface('home', view);
  const seen = useSeen();
  const notice = seen.notices.find(({ about }) => about === view.id);
  return (
    <SurfaceContext value={surface}>
      {notice && (
        <p className="trouble" role="alert">
          {notice.text}
        </p>
      )}
      <Blocks blocks={asObjects(view.json.blocks)} />
    </SurfaceContext>
  );
}
