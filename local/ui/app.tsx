import './app.css';
import { useCallback, useMemo, useState } from 'react';
import type { Address } from './address.ts';
import { Channel, titleOf } from './channel.tsx';
import { Home } from './home.tsx';
import { Inspector, type Tab } from './inspector/inspector.tsx';
import { useInspector } from './inspector/use-inspector.ts';
import { ModalStack } from './modal.tsx';
import { Phone } from './phone.tsx';
import { channelAt, placeNameOf, ReaderContext, readerOf, SeenContext } from './reader.ts';
import { Toasting } from './shared/toasts.tsx';
import { SidePane } from './side-pane.tsx';
import { Sidebar } from './sidebar.tsx';
import { Story } from './story.tsx';
import { Thread } from './thread.tsx';
import { useUnread } from './unread.ts';
import { useAddress } from './use-address.ts';
import { useLinked } from './use-linked.ts';
import { usePhone } from './use-phone.ts';
import { useSeenOf, useWorkspace, type Workspace } from './use-workspace.ts';
import type { Message } from './workspace-view.ts';

export function App() {
  const { workspace, failure } = useWorkspace();
  if (!workspace) return <p className="whole">{failure ?? 'Opening the workspace…'}</p>;
  return (
    <Toasting>
      {failure && (
        <p className="lost" role="alert">
          {failure}
        </p>
      )}
      <Place {...workspace} />
    </Toasting>
  );
}

/** The content of the side pane: a thread, or a tab of the inspector about one message or all. */
type Beside =
  | { readonly thread: string }
  | { readonly about?: Message | undefined; readonly tab: Tab }
  | undefined;

/** Manages the side pane. A thread closes when the reader goes to another place. The phone is shown if nothing else is. */
function useSidePane(place: string) {
  const [beside, setBeside] = useState<Beside>();
  const close = useCallback(() => setBeside(undefined), []);
  const onThread = useCallback((thread: string) => setBeside({ thread }), []);
  const onInspect = useCallback((about?: Message) => setBeside({ about, tab: 'trace' }), []);
  const [isPhoneOut, showPhone] = usePhone();
  const phoneIsShown = isPhoneOut && !beside;
  const onPhone = () => {
    close();
    showPhone(!phoneIsShown);
  };
  const [lastPlace, setLastPlace] = useState(place);
  if (place !== lastPlace) {
    setLastPlace(place);
    if (beside && 'thread' in beside) close();
  }
  return { beside, setBeside, close, onThread, onInspect, phoneIsShown, onPhone };
}

/** Returns the thread in the side pane, if its first message exists. */
const threadIn = (beside: Beside, { messages }: ReturnType<typeof useSeenOf>): string | undefined =>
  beside && 'thread' in beside && messages.some(({ ts }) => ts === beside.thread) ? beside.thread : undefined;

function Place(workspace: Workspace) {
  const address = useAddress();
  if (address.place === 'story') return <Story workspace={workspace} address={address} />;
  return <Window {...workspace} asked={address} />;
}

function Window({ info, seenStore, asked }: Workspace & { asked: Address }) {
  const person = info.people.find(({ name }) => name === asked.person) ?? info.people[0];
  if (!person) throw new Error('Nobody is in the workspace.');
  const seen = useSeenOf(seenStore, person.id);
  const reader = useMemo(() => readerOf(person, info), [person, info]);
  const atHome = asked.place === 'home';
  const channel = atHome ? undefined : (channelAt(asked.place, reader) ?? reader.channels[0]);
  const address: Address = {
    person: person.name,
    place: channel ? placeNameOf(channel, reader) : asked.place,
  };
  const unread = useUnread(reader, seen, channel?.id);
  const [drawer, setDrawer] = useState(false);
  const { beside, setBeside, close, onThread, onInspect, phoneIsShown, onPhone } = useSidePane(
    `${person.id} ${atHome ? 'home' : channel?.id}`,
  );
  const linked = useLinked(asked, channel, seen, onThread);
  const thread = threadIn(beside, seen);
  const inspector = useInspector();

  return (
    <ReaderContext value={reader}>
      <SeenContext value={seen}>
        <title>{`${channel ? titleOf(channel) : 'Skydesk'} – ${person.realName}`}</title>
        <div className="window" data-drawer={drawer || undefined}>
          <Sidebar address={address} unread={unread} onGo={() => setDrawer(false)} />
          {drawer && (
            <button type="button" className="shade" onClick={() => setDrawer(false)}>
              <span className="unseen">Close channels and people</span>
            </button>
          )}
          <main className="place">
            {atHome && <Home onMenu={() => setDrawer(!drawer)} />}
            {channel && (
              <Channel
                key={`${person.id} ${channel.id}`}
                channel={channel}
                onMenu={() => setDrawer(!drawer)}
                onThread={onThread}
                onInspect={onInspect}
                phoneIsShown={phoneIsShown}
                onPhone={onPhone}
                faultsOn={inspector.faults.filter(({ on }) => on).map(({ name }) => name)}
                onFaults={() => setBeside({ tab: 'faults' })}
                marked={linked.inChannel}
              />
            )}
            {!atHome && !channel && <p className="whole">{person.realName} is in no channel.</p>}
          </main>
          {thread && channel && (
            <Thread key={thread} channel={channel} root={thread} marked={linked.inThread} onClose={close} />
          )}
          {phoneIsShown && <Phone onClose={onPhone} />}
          {beside && 'tab' in beside && (
            <SidePane title="Inspector" onClose={close}>
              <Inspector
                {...inspector}
                key={`${beside.tab} ${beside.about?.channel} ${beside.about?.ts}`}
                first={beside.tab}
                selected={beside.about}
                nameOf={(id) => reader.nameOf(id) ?? id}
              />
            </SidePane>
          )}
        </div>
        <ModalStack />
      </SeenContext>
    </ReaderContext>
  );
}
