import { testScenes } from './faults.ts';

testScenes('confirmation');
