import { mount } from "svelte";
import "../style/base.css";
import DisplayPage from "./DisplayPage.svelte";

const number = Number(location.pathname.split("/")[2]);
mount(DisplayPage, { target: document.getElementById("app")!, props: { number } });
