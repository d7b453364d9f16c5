import './sidebar.css';
import { type Address, linkTo } from './address.ts';
import { useReader } from './reader.ts';
import { go } from './use-address.ts';
import { Who } from './who.tsx';

/** Icons as line drawings, which look alike in every font. */
const marks = {
  hash: 'M6 2.5 4.6 13.5M11.4 2.5 10 13.5M2.8 5.8h10.8M2.4 10.2h10.8',
  lock: 'M4 7.5h8v6H4zM5.7 7.5V5a2.3 2.3 0 0 1 4.6 0v2.5',
  home: 'M2.5 8 8 3l5.5 5M4.3 7v6.2h7.4V7',
  bubble: 'M2.5 3.5h11v7.5H8L5 13.5V11H2.5zM5.5 7.2h.01M8 7.2h.01M10.5 7.2h.01',
  letter: 'M2.5 4h11v8.5h-11zM2.5 4.5 8 9l5.5-4.5',
} as const;
type Mark = keyof typeof marks;

export function Sidebar({
  address,
  unread,
  onGo,
}: {
  address: Address;
  unread: ReadonlyMap<string, number>;
  onGo: () => void;
}) {
  const { channels, direct, slackbot } = useReader();
  const item = (place: string, label: string, mark: Mark, id?: string) => {
    const calls = id === undefined ? undefined : unread.get(id);
    return (
      <li key={place}>
        <a
          href={linkTo({ ...address, place })}
          aria-current={address.place === place ? 'page' : undefined}
          data-unread={calls !== undefined || undefined}
          onClick={(event) => {
            // With one of these keys, the browser opens a new window.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            go({ ...address, place });
            onGo();
          }}
        >
          <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
            <path d={marks[mark]} />
          </svg>
          {label}
          {calls === 0 && <span className="unseen"> unread</span>}
          {calls !== undefined && calls > 0 && (
            <span className="count">
              {calls}
              <span className="unseen"> unread for you</span>
            </span>
          )}
        </a>
      </li>
    );
  };
  return (
    <nav className="sidebar" aria-label="Workspace">
      <p className="workspace">Acme</p>
      <Who address={address} />
      <h2>Channels</h2>
      <ul>
        {channels.map(({ id, name, kind }) => item(name, name, kind === 'private' ? 'lock' : 'hash', id))}
      </ul>
      <h2>Apps</h2>
      <ul>
        {item('home', 'Skydesk: Home', 'home')}
        {direct && item('skydesk', 'Skydesk: Messages', 'letter', direct.id)}
        {slackbot && item('slackbot', 'Slackbot', 'bubble', slackbot.id)}
      </ul>
    </nav>
  );
}
