import { mount } from "svelte";
import "../style/base.css";
import PostPage from "./PostPage.svelte";

const number = /^\/post\/(\d+)/.exec(location.pathname)?.[1];
const table = number === undefined ? undefined : Number(number);
mount(PostPage, { target: document.getElementById("app")!, props: { table } });
