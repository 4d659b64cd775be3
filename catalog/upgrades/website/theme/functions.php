<?php
/**
 * High Street Agency: styles, pattern categories, and what an import needs afterwards.
 *
 * @package high-street-agency
 * @license GPL-2.0-or-later
 */

defined( 'ABSPATH' ) || exit;

/** The address that stands in the import file for that of the site. */
const HIGH_STREET_AGENCY_SITE = 'https://agency-website.example';

/** The same styles in the editor as on the site. */
function high_street_agency_setup() {
	add_editor_style( 'style.css' );
	// Browsers draw emoji themselves; nothing is fetched from another host for them.
	remove_action( 'wp_head', 'print_emoji_detection_script', 7 );
	remove_action( 'wp_print_styles', 'print_emoji_styles' );
	add_filter( 'emoji_svg_url', '__return_false' );
}
add_action( 'after_setup_theme', 'high_street_agency_setup' );

/** The styles of the site. */
function high_street_agency_styles() {
	wp_enqueue_style( 'high-street-agency', get_stylesheet_uri(), array(), wp_get_theme()->get( 'Version' ) );
}
add_action( 'wp_enqueue_scripts', 'high_street_agency_styles' );

/** Where the patterns of contact details stand in the inserter. */
function high_street_agency_categories() {
	register_block_pattern_category( 'contact', array( 'label' => __( 'Contact', 'high-street-agency' ) ) );
}
add_action( 'init', 'high_street_agency_categories' );

/** A published page by its slug; null where there is none. */
function high_street_agency_page( $slug ) {
	$page = get_page_by_path( $slug );
	return $page && 'publish' === $page->post_status ? $page : null;
}

/**
 * Leads links and pictures of imported pages, posts and menus to this site, and shows the imported front page and blog
 * where the site still shows its latest posts. Runs after an import and when the theme is activated: either may come
 * first. What was changed by hand stays as it is.
 */
function high_street_agency_settle() {
	$found = get_posts(
		array(
			'post_type'   => array( 'page', 'post', 'wp_navigation' ),
			'post_status' => 'any',
			'numberposts' => 200,
			's'           => HIGH_STREET_AGENCY_SITE,
		)
	);
	foreach ( $found as $post ) {
		$content = str_replace(
			array( HIGH_STREET_AGENCY_SITE . '/wp-content/themes/high-street-agency', HIGH_STREET_AGENCY_SITE ),
			array( get_template_directory_uri(), home_url() ),
			$post->post_content
		);
		if ( $content !== $post->post_content ) {
			wp_update_post( wp_slash( array( 'ID' => $post->ID, 'post_content' => $content ) ) );
		}
	}
	$home = high_street_agency_page( 'home' );
	$blog = high_street_agency_page( 'blog' );
	if ( $home && $blog && 'page' !== get_option( 'show_on_front' ) ) {
		update_option( 'page_on_front', $home->ID );
		update_option( 'page_for_posts', $blog->ID );
		update_option( 'show_on_front', 'page' );
	}
}
add_action( 'import_end', 'high_street_agency_settle' );
add_action( 'after_switch_theme', 'high_street_agency_settle' );
