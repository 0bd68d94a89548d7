// What is live on a page. Everything works without this script; it saves reloading.
'use strict';
(() => {
  // How far a running experiment is.
  const live = document.querySelector('[data-events]');
  if (live && window.EventSource) {
    const events = new EventSource(live.dataset.events);
    const clock = (seconds) => {
      if (seconds == null) return '';
      const whole = Math.ceil(seconds);
      return Math.floor(whole / 60) + ':' + String(whole % 60).padStart(2, '0') + ' left';
    };
    events.addEventListener('progress', (event) => {
      const told = JSON.parse(event.data);
      told.systems.forEach((one, at) => {
        const row = live.querySelector('[data-row="' + at + '"]');
        if (!row) { if (at >= live.querySelectorAll('[data-row]').length) location.reload(); return; }
        const set = (name, text) => { row.querySelector('[data-' + name + ']').textContent = text; };
        const bar = row.querySelector('progress');
        bar.max = one.total; bar.value = one.done;
        set('done', one.done + ' of ' + one.total);
        set('rate', one.rate.toFixed(1) + ' per second');
        set('left', one.done < one.total ? clock(one.left) : 'done');
        set('f1', one.f1 == null ? '–' : one.f1.toFixed(3));
        set('errors', one.errors);
      });
      const notices = document.querySelector('[data-notices]');
      if (notices) notices.replaceChildren(...told.notices.map((text) => {
        const line = document.createElement('li'); line.textContent = text; return line;
      }));
    });
    events.addEventListener('done', () => { events.close(); location.reload(); });
  }
  // A file can be dropped anywhere.
  const drop = document.querySelector('[data-drop]');
  if (drop) {
    const input = drop.querySelector('input[type=file]');
    const over = (is) => document.body.classList.toggle('over', is);
    addEventListener('dragover', (event) => { event.preventDefault(); over(true); });
    addEventListener('dragleave', () => over(false));
    addEventListener('drop', (event) => {
      event.preventDefault(); over(false);
      if (event.dataTransfer.files.length) { input.files = event.dataTransfer.files; drop.requestSubmit(); }
    });
    input.addEventListener('change', () => { if (input.files.length) drop.requestSubmit(); });
  }
  // Choosing sends the form.
  document.querySelectorAll('form[data-auto] select').forEach((select) => {
    select.addEventListener('change', () => select.form.requestSubmit());
  });
  document.querySelectorAll('form[data-auto] button[data-needless]').forEach((button) => { button.hidden = true; });
  // What a new experiment comes to.
  const summed = document.querySelector('form[data-summed]');
  if (summed) {
    const sum = summed.querySelector('[data-sum]');
    const many = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
    const add = () => {
      const chosen = (name) => [...summed.querySelectorAll('input[name=' + name + ']:checked')];
      const lines = summed.elements.systems.value.split('\n').filter((line) => line.trim());
      const systems = chosen('system').length + lines.length;
      const datasets = chosen('dataset');
      const known = datasets.every((one) => one.dataset.questions);
      const questions = datasets.reduce((total, one) => total + Number(one.dataset.questions || 0), 0);
      const languages = summed.elements.languages.value.split(',').filter((one) => one.trim());
      const times = languages.includes('all') ? null : Math.max(1, languages.length);
      let text = many(systems, 'system') + ' × ' + (known ? many(questions, 'question') : many(datasets.length, 'dataset'));
      if (times !== 1) text += ' × ' + (times == null ? 'every language' : many(times, 'language'));
      if (known && times != null) text += ' = ' + many(systems * questions * times, 'request');
      sum.textContent = systems && datasets.length ? text : 'Choose a system and a dataset.';
      sum.hidden = false;
    };
    summed.addEventListener('input', add);
    add();
  }
  // Arrow keys walk through the questions.
  const around = { ArrowLeft: 'prev', ArrowRight: 'next' };
  addEventListener('keydown', (event) => {
    if (event.target.matches('input,select,textarea') || event.altKey || event.ctrlKey || event.metaKey) return;
    const link = around[event.key] && document.querySelector('a[rel=' + around[event.key] + ']');
    if (link) { location.href = link.href; return; }
    const rows = [...document.querySelectorAll('tr.row a.open')];
    if (!rows.length || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    const at = rows.indexOf(document.activeElement);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))];
    next.focus(); event.preventDefault();
  });
  document.querySelectorAll('button[data-copy]').forEach((button) => {
    button.hidden = false;
    button.addEventListener('click', () => {
      const shown = button.textContent;
      navigator.clipboard.writeText(button.dataset.copy).then(() => {
        button.textContent = 'copied'; setTimeout(() => { button.textContent = shown; }, 1500);
      });
    });
  });
})();
