// Colours of hosts and communities, to be told apart on light and on dark, and of what lies around them.
import type { Shade } from '../lib/theme.svelte';

export const hostPalette = [
  '#2a9d8f', '#e09f3e', '#6a7fdb', '#d1495b', '#6aa84f',
  '#b06ab3', '#3f9ed6', '#b08a52', '#e07a5f', '#7d8f3a',
];

export interface Colours {
  paper: string;
  ink: string;
  edge: string;
  litEdge: string;
  faded: string; // dots that are not looked at
  otherHost: string;
  asked: string;
  names: string[]; // of communities, to be read on paper
}

export const colours: Record<Shade, Colours> = {
  light: {
    paper: '#ffffff',
    ink: '#1c2326',
    edge: '#dfe3e3',
    litEdge: '#0f6b62',
    faded: '#e3e5e4',
    otherHost: '#a3acad',
    asked: '#1c2326',
    names: ['#1f655e', '#89662f', '#44548a', '#803440', '#446c39', '#6d4873', '#2b6687', '#6d5a3a', '#895142', '#4f5d2d'],
  },
  dark: {
    paper: '#1a2124',
    ink: '#e8eded',
    edge: '#2b3538',
    litEdge: '#62d2c2',
    faded: '#2f393c',
    otherHost: '#6b787a',
    asked: '#ffffff',
    names: ['#75bfb6', '#ebc182', '#9eace8', '#e18994', '#9ec68d', '#cc9ece', '#82c0e4', '#ccb38f', '#eba997', '#aab67f'],
  },
};
