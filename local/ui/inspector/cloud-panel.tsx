import './cloud-panel.css';
import type { CloudState } from '../../inspector/inspector-types.ts';
import { type Changes, keyOf, type Row, sectionsOf } from './state-changes.ts';

/** The state of the cloud service; what the last change touched is highlighted. */
export function CloudPanel({ state, changes }: { state: CloudState; changes: Changes }) {
  return (
    <>
      {state.pending && (
        <p className="inspector-note" role="status">
          A background job is running.
        </p>
      )}
      {sectionsOf(state).map(({ title, rows }) => {
        const gone = changes.gone.filter((removed) => removed.title === title).map(({ row }) => row);
        return (
          <section key={title} className="service-section" aria-label={title}>
            <h3>
              {title} <span className="count">{rows.length}</span>
            </h3>
            <ul>
              {gone.map((row) => (
                <CloudRow key={row.id} row={row} change="gone" />
              ))}
              {rows
                .toSorted((a, b) => rank(changes, title, a) - rank(changes, title, b))
                .map((row) => (
                  <CloudRow key={row.id} row={row} change={changes.touched.get(keyOf(title, row))} />
                ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** What was touched comes first. */
const rank = ({ touched }: Changes, title: string, row: Row): number =>
  touched.has(keyOf(title, row)) ? 0 : 1;

function CloudRow({ row, change }: { row: Row; change: 'new' | 'changed' | 'gone' | undefined }) {
  const { name, detail, status } = row;
  return (
    <li className={change && `row-${change}`}>
      <span className="row-name">{name}</span>
      {change && <span className="badge">{change}</span>}
      {status && <span className={`status status-${status}`}>{status}</span>}
      <span className="row-detail">{detail}</span>
    </li>
  );
}
