import './sidebar.css';
import { type Address, go, linkTo } from './address.ts';
import { useReader } from './reader.ts';
import { Who } from './who.tsx';

/** Channels and the app, with unread marks, and the switch between people. */
export function Sidebar({
  address,
  unread,
  onGo,
}: {
  address: Address;
  unread: ReadonlyMap<string, number>;
  onGo: () => void;
}) {
  const { channels, direct } = useReader();
  const item = (place: string, label: string, mark: string, count = 0) => (
    <li key={place}>
      <a
        href={linkTo({ ...address, place })}
        aria-current={address.place === place ? 'page' : undefined}
        data-unread={count > 0 || undefined}
        onClick={(event) => {
          event.preventDefault();
          go({ ...address, place });
          onGo();
        }}
      >
        <span aria-hidden="true" className="mark">
          {mark}
        </span>
        {label}
        {count > 0 && (
          <span className="count">
            {count}
            <span className="unseen"> unread</span>
          </span>
        )}
      </a>
    </li>
  );
  return (
    <nav className="sidebar" aria-label="Workspace">
      <p className="workspace">Acme</p>
      <Who address={address} />
      <h2>Channels</h2>
      <ul>
        {channels.map(({ id, name, kind }) =>
          item(name, name, kind === 'private' ? '🔒' : '#', unread.get(id) ?? 0),
        )}
      </ul>
      <h2>Apps</h2>
      <ul>
        {item('home', 'Skydesk: Home', '⌂')}
        {direct && item('skydesk', 'Skydesk: Messages', '✉', unread.get(direct.id) ?? 0)}
      </ul>
    </nav>
  );
}
