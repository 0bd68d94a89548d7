"use strict";
for (const group of document.querySelectorAll(".group")) {
  const form = group.querySelector(".filters");
  const list = group.querySelector(".questions");
  const all = [...list.querySelectorAll(":scope > .question")];
  const texts = all.map((one) => one.querySelector("summary").textContent.toLowerCase());
  const places = new Map(all.map((one, place) => [one, place]));
  const found = form.querySelector("output");
  let order = "given";
  const apply = () => {
    const show = form.elements.show.value;
    const words = form.elements.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    all.forEach((one, place) => {
      const fits = show === "all" || one.dataset.state.split(" ").includes(show);
      const has = words.every((word) => texts[place].includes(word));
      one.hidden = !(fits && has);
      if (!one.hidden) count += 1;
    });
    found.value = count === all.length ? "" : count + " of " + all.length;
    if (form.elements.order.value !== order) {
      order = form.elements.order.value;
      const sign = { given: 0, low: 1, high: -1 }[order];
      const by = (a, b) => sign * (a.dataset.mean - b.dataset.mean) || places.get(a) - places.get(b);
      list.append(...[...all].sort(by));
    }
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
const open = () => {
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (meant instanceof HTMLDetailsElement) { meant.open = true; meant.scrollIntoView(); }
};
addEventListener("hashchange", open);
open();
