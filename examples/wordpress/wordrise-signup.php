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

// The address of your Wordrise. A definition in wp-config.php takes precedence.
if ( ! defined( 'WORDRISE_URL' ) ) {
	define( 'WORDRISE_URL', 'http://localhost:5000' );
}

add_shortcode(
	'wordrise_signup',
	function ( $attributes ) {
		$attributes = shortcode_atts(
			array(
				'theme'         => 'auto',
				'first_name'    => 'required',
				'favorite_word' => 'yes',
				'button'        => '',
				'lang'          => '',
			),
			$attributes,
			'wordrise_signup'
		);

		$texts = array();
		if ( '' !== $attributes['button'] ) {
			// Editors store some characters as entities, which the form would show literally.
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
			'first-name'    => $attributes['first_name'],
			'favorite-word' => $attributes['favorite_word'],
			'lang'          => $attributes['lang'],
			// Encoded so that later escaping cannot mistake characters for entities.
			'texts'         => $texts ? wp_json_encode( $texts, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_QUOT | JSON_HEX_APOS ) : '',
		);
		$written = '';
		foreach ( array_filter( $options, 'strlen' ) as $name => $value ) {
			$written .= sprintf( ' %s="%s"', $name, 'api-url' === $name ? esc_url( $value ) : esc_attr( $value ) );
		}

		// The script comes right before the form, so that nothing on the page jumps; loading it twice is harmless.
		// The form gets the address too, because plugins that merge scripts serve them from this site.
		return sprintf(
			'<script src="%1$s"></script><wordrise-signup%2$s></wordrise-signup>',
			esc_url( untrailingslashit( WORDRISE_URL ) . '/widgets.js' ),
			$written
		);
	}
);
