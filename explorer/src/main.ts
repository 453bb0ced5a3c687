import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import { here } from './lib/here.svelte';
import { theme } from './lib/theme.svelte';

theme.start();
here.start();
mount(App, { target: document.getElementById('app')! });
