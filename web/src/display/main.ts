import { mount } from "svelte";
import "../style/base.css";
import DisplayPage from "./DisplayPage.svelte";
import LinkDisplay from "./LinkDisplay.svelte";

// `/display/3` is a table's display, `/display/links/1` that of the jackpots of a link.
const [, , first, second] = location.pathname.split("/");
const target = document.getElementById("app")!;
if (first === "links") mount(LinkDisplay, { target, props: { link: Number(second) } });
else mount(DisplayPage, { target, props: { number: Number(first) } });
