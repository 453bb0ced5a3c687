// A button that opens the pages related to the page you are on, from your own service.
//
// The address of a page is read when you click, and goes to that service only. One source for Chromium and Firefox.
const api = globalThis.browser ?? globalThis.chrome;

// The explorer of the service, about this page; undefined: there is nothing to ask about.
function explorerAddress(service, page) {
  if (!/^https?:/.test(page ?? '')) return undefined;
  const bare = Object.assign(new URL(page), { username: '', password: '', hash: '' });
  const address = new URL(service);
  address.searchParams.set('page', bare.href);
  return address.href;
}

async function openRelated(tab) {
  const { service } = await api.storage.local.get({ service: 'http://127.0.0.1:8080/' });
  const address = explorerAddress(service, tab.url);
  if (address) await api.tabs.create({ url: address, index: tab.index + 1 });
  else await api.runtime.openOptionsPage();
}

api.action.onClicked.addListener(openRelated);
