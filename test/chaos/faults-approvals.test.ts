import { testScenes } from './faults.ts';

testScenes('approval');
