import './inspector.css';
import { useState } from 'react';
import { type Key, TabList, TabPanel, Tabs, Tab as Title } from 'react-aria-components';
import { FaultPanel } from './fault-panel.tsx';
import { type MessageRef, touches } from './touches.ts';
import { TraceView } from './trace.tsx';
import type { InspectorState } from './use-inspector.ts';

export type Tab = 'trace' | 'faults';

interface InspectorProps extends InspectorState {
  readonly first: Tab;
  /** The selected message: only its traces are shown. */
  readonly selected: MessageRef | undefined;
  readonly nameOf: (id: string) => string;
}

export function Inspector({ first, selected, nameOf, traces, faults, onSwitch, onReset }: InspectorProps) {
  const [tab, setTab] = useState<Key>(first);
  const [chosen, setChosen] = useState<string>();
  const listed = selected ? traces.filter((trace) => touches(trace, selected)) : traces;
  return (
    <div className="inspector">
      <Tabs selectedKey={tab} onSelectionChange={setTab} className="inspector-tabs">
        <TabList aria-label="Inspector tabs" className="inspector-tab-list">
          <Title id="trace">Trace</Title>
          <Title id="faults">Fault injection</Title>
        </TabList>
        <TabPanel id="trace">
          <TraceView
            traces={listed}
            trace={listed.find(({ id }) => id === chosen) ?? listed[0]}
            isOfMessage={selected !== undefined}
            nameOf={nameOf}
            onChoose={setChosen}
          />
        </TabPanel>
        <TabPanel id="faults">
          <FaultPanel faults={faults} onSwitch={onSwitch} onReset={onReset} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
