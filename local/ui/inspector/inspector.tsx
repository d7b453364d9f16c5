import './inspector.css';
import { useState } from 'react';
import { type Key, TabList, TabPanel, Tabs, Tab as Title } from 'react-aria-components';
import { BlockKit } from './block-kit.tsx';
import { CloudPanel } from './cloud-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { touches } from './touches.ts';
import { TraceView } from './trace.tsx';
import type { InspectorState } from './use-inspector.ts';

/** The tabs of the inspector. */
export type Tab = 'trace' | 'blocks' | 'service' | 'faults';

export interface InspectorProps extends InspectorState {
  /** The tab that is shown at first. */
  readonly first: Tab;
  /** The selected message: its trace and its blocks are shown. */
  readonly selected?: { readonly channel: string; readonly ts: string } | undefined;
  /** The name of a person or a channel by its id. */
  readonly nameOf?: (id: string) => string;
}

const itself = (id: string): string => id;

/** Shows the traces, what was sent, the state of the cloud service and the faults that can be switched on. */
export function Inspector({ first, selected, nameOf = itself, ...now }: InspectorProps) {
  const { traces, state, changes, faults, onSwitch, onReset } = now;
  const [tab, setTab] = useState<Key>(first);
  const [chosen, setChosen] = useState<string>();
  const [about, setAbout] = useState(selected);
  if (about?.channel !== selected?.channel || about?.ts !== selected?.ts) {
    setAbout(selected);
    setChosen(undefined);
  }
  const listed = selected ? traces.filter((trace) => touches(trace, selected)) : traces;
  const trace = traces.find(({ id }) => id === chosen) ?? listed[0];

  return (
    <div className="inspector">
      <Tabs selectedKey={tab} onSelectionChange={setTab} className="inspector-tabs">
        <TabList aria-label="Inspector tabs" className="inspector-tab-list">
          <Title id="trace">Trace</Title>
          <Title id="blocks">Block Kit</Title>
          {state && <Title id="service">Cloud API</Title>}
          <Title id="faults">Fault injection</Title>
        </TabList>
        <TabPanel id="trace">
          <TraceView
            traces={listed}
            trace={trace}
            isOfMessage={selected !== undefined}
            nameOf={nameOf}
            onChoose={setChosen}
          />
        </TabPanel>
        <TabPanel id="blocks">
          <BlockKit traces={traces} trace={trace} selected={selected} />
        </TabPanel>
        {state && (
          <TabPanel id="service">
            <CloudPanel state={state} changes={changes} />
          </TabPanel>
        )}
        <TabPanel id="faults">
          <FaultPanel faults={faults} onSwitch={onSwitch} onReset={onReset} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
