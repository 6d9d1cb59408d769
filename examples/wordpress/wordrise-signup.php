<?php
/**
 * Plugin Name: Wordrise signup form
 * Description: The shortcode [wordrise_signup] shows the signup form of your Wordrise.
 * License: MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

// The address of your Wordrise, without a slash at the end.
const WORDRISE_URL = 'http://localhost:5000';

add_shortcode(
	'wordrise_signup',
	function ( $attributes ) {
		$attributes = shortcode_atts(
			array(
				'theme'         => 'auto',
				'favorite_word' => 'yes',
				'button'        => '',
			),
			$attributes,
			'wordrise_signup'
		);
		$texts      = $attributes['button'] ? array( 'button' => $attributes['button'] ) : new stdClass();

		// The script stands right before the form, so that nothing on the page jumps; twice does no harm.
		return sprintf(
			'<script src="%1$s/widgets.js"></script><wordrise-signup theme="%2$s" favorite-word="%3$s" texts="%4$s"></wordrise-signup>',
			esc_url( WORDRISE_URL ),
			esc_attr( $attributes['theme'] ),
			esc_attr( $attributes['favorite_word'] ),
			esc_attr( wp_json_encode( $texts ) )
		);
	}
);
