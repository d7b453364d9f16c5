import './inspector.css';
import { useState } from 'react';
import { type Key, TabList, TabPanel, Tabs, Tab as Title } from 'react-aria-components';
import { BlockKit } from './block-kit.tsx';
import { Service } from './cloud-panel.tsx';
import { Switches } from './fault-panel.tsx';
import { touches } from './touches.ts';
import { Way } from './trace.tsx';
import type { BackstageNow } from './use-inspector.ts';

/** The tabs of the backstage. */
export type Tab = 'way' | 'blocks' | 'service' | 'switches';

export interface BackstageProps extends BackstageNow {
  /** The tab that is shown at first. */
  readonly first: Tab;
  /** The message that somebody chose: its trail and its blocks are shown. */
  readonly selected?: { readonly channel: string; readonly ts: string } | undefined;
  /** The name of a person or a channel by its id. */
  readonly nameOf?: (id: string) => string;
}

const itself = (id: string): string => id;

/** What happens behind the curtain: how it went, what was sent, how the service stands, and what can go wrong. */
export function Backstage({ first, selected, nameOf = itself, ...now }: BackstageProps) {
  const { trails, state, changes, switches, onSwitch, onReset } = now;
  const [tab, setTab] = useState<Key>(first);
  const [chosen, setChosen] = useState<string>();
  const [about, setAbout] = useState(selected);
  if (about?.channel !== selected?.channel || about?.ts !== selected?.ts) {
    setAbout(selected);
    setChosen(undefined);
  }
  const listed = selected ? trails.filter((trail) => touches(trail, selected)) : trails;
  const trail = trails.find(({ id }) => id === chosen) ?? listed[0];

  return (
    <section className="backstage" aria-label="Backstage">
      <Tabs selectedKey={tab} onSelectionChange={setTab} className="backstage-tabs">
        <TabList aria-label="Backstage" className="backstage-tab-list">
          <Title id="way">The way it went</Title>
          <Title id="blocks">Block Kit</Title>
          {state && <Title id="service">The service</Title>}
          <Title id="switches">Make it hard</Title>
        </TabList>
        <TabPanel id="way">
          <Way
            trails={listed}
            trail={trail}
            isOfMessage={selected !== undefined}
            nameOf={nameOf}
            onChoose={setChosen}
          />
        </TabPanel>
        <TabPanel id="blocks">
          <BlockKit trails={trails} trail={trail} selected={selected} />
        </TabPanel>
        {state && (
          <TabPanel id="service">
            <Service state={state} changes={changes} />
          </TabPanel>
        )}
        <TabPanel id="switches">
          <Switches switches={switches} onSwitch={onSwitch} onReset={onReset} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
