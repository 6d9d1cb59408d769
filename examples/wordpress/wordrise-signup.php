<?php
/**
 * Plugin Name: Wordrise signup form
 * Description: The shortcode [wordrise_signup] shows the signup form of your Wordrise.
 * Version: 1.0.0
 * License: MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

// The address of your Wordrise. A line of the same name in wp-config.php has the last word.
if ( ! defined( 'WORDRISE_URL' ) ) {
	define( 'WORDRISE_URL', 'http://localhost:5000' );
}

add_shortcode(
	'wordrise_signup',
	function ( $attributes ) {
		$attributes = shortcode_atts(
			array(
				'theme'         => 'auto',
				'favorite_word' => 'yes',
				'button'        => '',
				'lang'          => '',
			),
			$attributes,
			'wordrise_signup'
		);

		$texts = array();
		if ( '' !== $attributes['button'] ) {
			// Editors store some characters as entities; the form shows what it is given.
			$texts['button'] = html_entity_decode( $attributes['button'], ENT_QUOTES, 'UTF-8' );
		}
		/**
		 * Every text of the form, for another language: array( 'email' => 'E-Mail', ... ).
		 * The keys are in the README of @wordrise/widgets.
		 */
		$texts = apply_filters( 'wordrise_signup_texts', $texts, $attributes );

		$options = array(
			'api-url'       => untrailingslashit( WORDRISE_URL ),
			'theme'         => $attributes['theme'],
			'favorite-word' => $attributes['favorite_word'],
			'lang'          => $attributes['lang'],
			// In letters that no escaping after this takes for entities.
			'texts'         => $texts ? wp_json_encode( $texts, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_QUOT | JSON_HEX_APOS ) : '',
		);
		$written = '';
		foreach ( array_filter( $options, 'strlen' ) as $name => $value ) {
			$written .= sprintf( ' %s="%s"', $name, 'api-url' === $name ? esc_url( $value ) : esc_attr( $value ) );
		}

		// The script stands right before the form, so that nothing on the page jumps; twice does no harm.
		// The address is said to the form too: plugins that join scripts serve them from this site.
		return sprintf(
			'<script src="%1$s"></script><wordrise-signup%2$s></wordrise-signup>',
			esc_url( untrailingslashit( WORDRISE_URL ) . '/widgets.js' ),
			$written
		);
	}
);
