import './story.css';
import { useMemo } from 'react';
import { actInWords } from '../story/in-words.ts';
import { type Scene, shownScenes, steps } from '../story/scenes.ts';
import type { Address } from './address.ts';
import { Avatar } from './avatar.tsx';
import { titleOf } from './channel.tsx';
import { Messages } from './messages.tsx';
import { useTopView, ViewForm } from './modal.tsx';
import { NewestPush } from './phone.tsx';
import { channelAt, ReaderContext, readerOf, SeenContext, useReader } from './reader.ts';
import { go } from './use-address.ts';
import { type StoryState, useStory } from './use-story.ts';
import { useSeenOf, type Workspace } from './use-workspace.ts';

const people = ['ana', 'ben', 'cora'] as const;

/** The story of three people side by side, played with the real bot. */
export function Story({ workspace, address }: { workspace: Workspace; address: Address }) {
  const state = useStory();
  const { step } = state;
  const acting = steps[step ?? 0]?.scene.person;
  return (
    <main className="story">
      <title>The Story – Skydesk</title>
      <header className="story-bar">
        <h1>The Story</h1>
        <Caption {...state} />
        <Controls {...state} onLeave={() => go({ ...address, place: 'cloud-ops' })} />
        {state.failure !== undefined && (
          <p className="trouble" role="alert">
            The story can’t go on: {state.failure}
          </p>
        )}
      </header>
      {step === undefined ? (
        <ol className="story-scenes">
          {shownScenes.map(({ title }) => (
            <li key={title}>{title}</li>
          ))}
        </ol>
      ) : (
        <div className="story-columns">
          {people.map((name) => (
            <Column
              key={name}
              workspace={workspace}
              name={name}
              isActing={name === acting}
              place={placeOf(name, step)}
            />
          ))}
        </div>
      )}
    </main>
  );
}

function Caption({ step, busy }: StoryState) {
  const now = step === undefined ? undefined : steps[step];
  return (
    <p className="story-caption" role="status">
      <strong>
        {now
          ? `${shownScenes.indexOf(now.scene) + 1}/${shownScenes.length} ${now.scene.title}`
          : 'A request, a suggestion, two approvals, and an end that comes by itself'}
      </strong>
      <span>
        {now
          ? `${busy ? '▶' : '✓'} ${actInWords(now.act)}`
          : 'Playing it deletes all messages and restores the cloud API’s data.'}
      </span>
    </p>
  );
}

function Controls(state: StoryState & { onLeave: () => void }) {
  const { step, playing, busy, isOver, play, pause, next, onLeave } = state;
  const begin = step === undefined ? 'Play' : isOver ? 'Play Again' : 'Play On';
  const canStep = !busy && !isOver;
  return (
    <div className="story-controls">
      <button type="button" className="button primary" onClick={playing ? pause : play}>
        {playing ? 'Pause' : begin}
      </button>
      <button type="button" className="button" aria-disabled={!canStep} onClick={() => canStep && next()}>
        Next Step
      </button>
      <button type="button" className="button" onClick={onLeave}>
        Leave
      </button>
    </div>
  );
}

/** Returns the place of a person at a step: that of their last scene, or of their first one. */
function placeOf(name: Scene['person'], step: number): string {
  const isTheirs = ({ scene }: { scene: Scene }): boolean => scene.person === name;
  const found = steps.slice(0, step + 1).findLast(isTheirs) ?? steps.find(isTheirs);
  return found?.scene.place ?? 'cloud-ops';
}

interface ColumnProps {
  readonly workspace: Workspace;
  readonly name: Scene['person'];
  readonly isActing: boolean;
  readonly place: string;
}

/** A person's column: the newest push notification, their place, and their open modal. */
function Column({ workspace: { info, seenStore }, name, isActing, place }: ColumnProps) {
  const person = info.people.find((one) => one.name === name);
  const seen = useSeenOf(seenStore, person?.id ?? '');
  const reader = useMemo(() => person && readerOf(person, info), [person, info]);
  const channel = reader && channelAt(place, reader);
  if (!reader || !channel) return null;
  const title = titleOf(channel);
  const messages = seen.messages.filter((message) => message.channel === channel.id && !message.threadTs);
  return (
    <ReaderContext value={reader}>
      <SeenContext value={seen}>
        <section
          className="story-column"
          data-acting={isActing || undefined}
          aria-label={`${reader.person.realName} in ${title}`}
        >
          <header className="story-person">
            <Avatar id={reader.person.id} name={reader.person.realName} />
            <div>
              <h2>{reader.person.realName}</h2>
              <p>{title}</p>
            </div>
          </header>
          <NewestPush />
          <Messages key={channel.id} label={`Messages in ${title}`} messages={messages} marked={undefined} />
          <OpenModal />
        </section>
      </SeenContext>
    </ReaderContext>
  );
}

/** The reader's open modal, inside the column. It does not take the focus. */
function OpenModal() {
  const { person } = useReader();
  const view = useTopView();
  if (!view) return null;
  const titleId = `title-${person.id}`;
  return (
    <div className="story-modal">
      <section className="modal dialog" aria-labelledby={titleId}>
        <ViewForm key={view.id} view={view} titleId={titleId} takesFocus={false} />
      </section>
    </div>
  );
}
