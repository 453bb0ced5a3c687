// Where the service is: kept in this browser.
const api = globalThis.browser ?? globalThis.chrome;
const field = document.querySelector('input');
const status = document.querySelector('[role=status]');

api.storage.local.get({ service: 'http://127.0.0.1:8080/' }).then((kept) => {
  field.value = kept.service;
});

document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const isWeb = /^https?:\/\/./.test(field.value);
  if (isWeb) await api.storage.local.set({ service: field.value });
  status.textContent = isWeb ? 'Saved.' : 'This is no address of a service: it begins with http:// or https://.';
});
