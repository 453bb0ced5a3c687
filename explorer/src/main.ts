import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import { here } from './lib/here.svelte';
import { theme } from './lib/theme.svelte';

theme.start();
here.start();
const target = document.getElementById('app')!;
// Studies are another program on the same page: raters load nothing that asks the store.
if (/\/study$/.test(location.pathname)) {
  void import('./study/StudyApp.svelte').then(({ default: StudyApp }) => mount(StudyApp, { target }));
} else {
  mount(App, { target });
}
