import { scenariosOfOne } from '../model/scenarios.ts';
import { exploreAtLength } from './explore-at-length.ts';

exploreAtLength(scenariosOfOne);
