import './home.css';
import { useEffect } from 'react';
import { asObjects } from '../slack/json.ts';
import { Blocks } from './blocks/index.ts';
import { SurfaceContext } from './blocks/surface.ts';
import { PlaceHeader } from './channel.tsx';
import { act } from './client.ts';
import type { View } from './desk.ts';
import { useReader } from './reader.ts';
import { useViewSurface } from './surfaces.ts';
import { useToasts } from './toasts.tsx';

/** The app's Home tab, which the app is told of each time it is opened. */
export function Home({ onMenu }: { onMenu: () => void }) {
  const { person, seen } = useReader();
  const toasts = useToasts();
  useEffect(() => {
    act('/_control/open-home', { person: person.name }).catch(toasts.say);
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
          <p>Skydesk is getting your Home ready…</p>
        )}
      </section>
    </>
  );
}

function HomeView({ view }: { view: View }) {
  const { surface } = useViewSurface('home', view);
  const { seen } = useReader();
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
