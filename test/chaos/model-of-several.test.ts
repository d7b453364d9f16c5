import { scenariosOfSeveral } from '../model/scenarios.ts';
import { exploreAtLength } from './explore-at-length.ts';

exploreAtLength(scenariosOfSeveral);
