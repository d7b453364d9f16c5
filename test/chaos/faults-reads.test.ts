import { testScenes } from './faults.ts';

testScenes('reads');
