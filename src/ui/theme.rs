//! The look of the overlays: dark wood, ivory letters, a little gold; and nothing that moves by itself.

use bevy::prelude::*;
use bevy_egui::{
    EguiContext, EguiPreUpdateSet,
    egui::{
        Color32, Context, CornerRadius, FontFamily, FontId, Frame, Margin, Shadow, Stroke, Style, TextStyle,
        ThemePreference, Visuals, style::ScrollAnimation, style::WidgetVisuals, vec2,
    },
};

/// Letters, and White's men.
pub(super) const IVORY: Color32 = Color32::from_rgb(238, 228, 210);
/// Letters that may be overlooked.
pub(super) const FADED: Color32 = Color32::from_rgb(176, 161, 140);
/// What is chosen, focused or in force.
pub(super) const GOLD: Color32 = Color32::from_rgb(222, 178, 104);
/// What is refused or dangerous.
pub(super) const EMBER: Color32 = Color32::from_rgb(235, 130, 98);
/// Black's men, drawn as outlines.
pub(super) const BRONZE: Color32 = Color32::from_rgb(206, 170, 128);

const WOOD: Color32 = Color32::from_rgb(58, 42, 31);
const WOOD_HOVERED: Color32 = Color32::from_rgb(80, 58, 42);
const WOOD_PRESSED: Color32 = Color32::from_rgb(98, 70, 48);
const GROOVE: Color32 = Color32::from_rgb(20, 14, 10);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, dress.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::ProcessInput));
}

/// Dresses each context as it appears: one may die with its camera and come anew.
fn dress(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        apply(context.get_mut());
    }
}

fn apply(ctx: &Context) {
    ctx.set_theme(ThemePreference::Dark);
    ctx.all_styles_mut(set_style);
    // The size of the window says how large things are; Ctrl with plus, minus and 0 stays free.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// The frame of a panel: translucent, so that the table is felt behind it.
pub(super) fn panel() -> Frame {
    Frame::new().fill(panel_fill()).inner_margin(Margin::same(12))
}

/// The frame of a dialog.
pub(super) fn dialog() -> Frame {
    Frame::new()
        .fill(Color32::from_rgba_unmultiplied(34, 25, 19, 252))
        .stroke(Stroke::new(1.0, Color32::from_rgb(104, 80, 54)))
        .corner_radius(10)
        .inner_margin(Margin::same(16))
        .shadow(Shadow { offset: [0, 6], blur: 24, spread: 0, color: Color32::from_black_alpha(140) })
}

/// The frame of a small bar or notice over the table.
pub(super) fn bar() -> Frame {
    Frame::new().fill(panel_fill()).corner_radius(8).inner_margin(Margin::symmetric(12, 8))
}

fn panel_fill() -> Color32 {
    Color32::from_rgba_unmultiplied(30, 22, 17, 232)
}

fn set_style(style: &mut Style) {
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, proportional(13.0)),
        (TextStyle::Body, proportional(15.5)),
        (TextStyle::Button, proportional(15.5)),
        (TextStyle::Heading, proportional(22.0)),
        (TextStyle::Monospace, FontId::new(14.0, FontFamily::Monospace)),
    ]
    .into();
    style.visuals = visuals();
    style.spacing.item_spacing = vec2(8.0, 6.0);
    style.spacing.button_padding = vec2(10.0, 5.0);
    style.spacing.interact_size.y = 28.0;
    style.spacing.scroll.floating = false;
    style.spacing.scroll.bar_width = 6.0;
    style.spacing.scroll.foreground_color = false;
    // Nothing moves by itself: what fades, blinks or glides keeps the program drawing.
    style.animation_time = 0.0;
    style.scroll_animation = ScrollAnimation::none();
    style.interaction.tooltip_delay = 0.0;
    style.interaction.show_tooltips_only_when_still = false;
    style.interaction.selectable_labels = false;
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(FADED);
    visuals.panel_fill = Color32::TRANSPARENT;
    visuals.window_fill = Color32::from_rgba_unmultiplied(34, 25, 19, 250);
    visuals.window_stroke = Stroke::new(1.0, Color32::from_rgb(104, 80, 54));
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = GROOVE;
    visuals.faint_bg_color = Color32::from_rgba_unmultiplied(255, 235, 200, 8);
    visuals.warn_fg_color = GOLD;
    visuals.error_fg_color = EMBER;
    visuals.selection.bg_fill = Color32::from_rgb(122, 86, 44);
    visuals.selection.stroke = Stroke::new(1.0, IVORY);
    visuals.text_cursor.blink = false;
    visuals.text_cursor.stroke = Stroke::new(2.0, GOLD);
    visuals.slider_trailing_fill = true;
    visuals.widgets.noninteractive =
        widget(Color32::TRANSPARENT, Stroke::new(1.0, Color32::from_rgb(78, 60, 44)), IVORY);
    visuals.widgets.inactive = widget(WOOD, Stroke::new(1.0, Color32::from_rgb(92, 70, 50)), IVORY);
    visuals.widgets.hovered = widget(WOOD_HOVERED, Stroke::new(1.0, GOLD), Color32::WHITE);
    // Also what has the keyboard's focus: it must be found at a glance.
    visuals.widgets.active = widget(WOOD_PRESSED, Stroke::new(2.0, GOLD), Color32::WHITE);
    visuals.widgets.open = widget(WOOD_HOVERED, Stroke::new(1.0, GOLD), IVORY);
    visuals
}

fn widget(fill: Color32, border: Stroke, text: Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: border,
        corner_radius: CornerRadius::same(6),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    }
}
